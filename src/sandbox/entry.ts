import { createElement, type FunctionComponent, type ReactElement } from 'react'

export interface SandboxEntry {
  /** The name of its file; of layouts with `layout-` before it */
  id: string
  kind: 'part' | 'island' | 'layout'
  component: string
  /** Those that can be edited: plain JSON */
  props: object
  emits: readonly string[]
  box: BoxSize
  /** @param edited  in place of its own props, and unchecked */
  draw(edited: object): ReactElement<object>
}

/** px, at first */
export interface BoxSize {
  width: number
  height: number
}

export interface EntryOptions<Props> {
  id: string
  kind?: SandboxEntry['kind']
  component: FunctionComponent<Props>
  props: Props
  /** Neither shown nor edited: words, and what is no JSON */
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

/** What is written in the field of props; undefined for what is no JSON of an object. */
export function readProps(text: string): object | undefined {
  try {
    const props: unknown = JSON.parse(text)
    return typeof props === 'object' && props !== null && !Array.isArray(props) ? props : undefined
  } catch {
    return undefined
  }
}
