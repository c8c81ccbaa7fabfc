import type { ReactElement } from 'react'
import { inlineJson } from './inline-json.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kurs-island': HTMLAttributes<HTMLElement> & { 'data-island': string }
      'kurs-island-view': { children: ReactNode }
    }
  }
}

export interface IslandProps {
  /** Name of the island's file, `<name>.island.tsx`; its component has the same name in PascalCase */
  name: string
  /**
   * When the island is hydrated: `load` at once, for islands that must receive events while out of sight; `seen` when
   * it is almost visible
   */
  when?: 'seen' | 'load'
  className?: string
  /** The island's component with the props that the browser also gets: plain JSON, including texts. */
  children: ReactElement<object>
}

/**
 * Region of a page that the browser hydrates from its server-rendered HTML and its props as JSON. The component uses
 * neither context nor `useId`, because in the browser the island is a separate React root. Without JavaScript, or if
 * hydration fails, the HTML from the server stays.
 */
export function Island({ name, when = 'seen', className, children }: IslandProps) {
  return (
    <kurs-island data-island={name} data-when={when} className={className}>
      <script type="application/json">{inlineJson(children.props)}</script>
      <kurs-island-view>{children}</kurs-island-view>
    </kurs-island>
  )
}
