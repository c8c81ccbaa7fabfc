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
  /** Name of its file, `<name>.island.tsx`; the component has the same name in PascalCase */
  name: string
  /** `load` hydrates at once, for islands that must listen while out of sight; `seen` when almost visible */
  when?: 'seen' | 'load'
  className?: string
  /** The island's component with the props that the browser also gets: plain JSON, including texts. */
  children: ReactElement<object>
}

/**
 * Region that the browser hydrates from its server-rendered view and its props as JSON. The view uses neither context
 * nor `useId`, because in the browser the island is a root of its own. Without JavaScript, or if hydration fails, the
 * view stays.
 */
export function Island({ name, when = 'seen', className, children }: IslandProps) {
  return (
    <kurs-island data-island={name} data-when={when} className={className}>
      <script type="application/json">{inlineJson(children.props)}</script>
      <kurs-island-view>{children}</kurs-island-view>
    </kurs-island>
  )
}
