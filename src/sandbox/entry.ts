import { createElement, type FunctionComponent, type ReactElement } from 'react'

export interface SandboxEntry {
  /** Name of the component's file; layouts have the prefix `layout-` */
  id: string
  kind: 'part' | 'island' | 'layout'
  component: string
  /** Props of the component that can be edited, as plain JSON */
  props: object
  emits: readonly string[]
  box: BoxSize
  /** Renders the component. @param edited  props that override those of the entry, unchecked */
  draw(edited: object): ReactElement<object>
}

/** Initial size, px */
interface BoxSize {
  width: number
  height: number
}

export interface EntryOptions<Props> {
  id: string
  kind?: SandboxEntry['kind']
  component: FunctionComponent<Props>
  props: Props
  /** Props that are neither shown nor editable: texts, and values that are not JSON */
  hidden?: readonly (keyof Props & string)[]
  emits?: readonly string[]
  box?: Partial<BoxSize>
}

export function entryOf<Props extends object>(options: EntryOptions<Props>): SandboxEntry {
  const { id, kind = 'part', component, props, hidden = [], emits = [], box } = options
  const names: readonly string[] = hidden
  return {
    id,
    kind,
    component: component.displayName ?? component.name,
    props: Object.fromEntries(Object.entries(props).filter(([name]) => !names.includes(name))),
    emits,
    box: { width: 480, height: 200, ...box },
    draw: (edited: Partial<Props>) => createElement(component, { ...props, ...edited }),
  }
}

/** Parses the text of the props field; undefined unless it is a JSON object. */
export function readProps(text: string): object | undefined {
  try {
    const props: unknown = JSON.parse(text)
    return typeof props === 'object' && props !== null && !Array.isArray(props) ? props : undefined
  } catch {
    return undefined
  }
}
