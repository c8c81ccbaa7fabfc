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
  /** Of its file, `<name>.island.tsx`; the component is called the same in PascalCase */
  name: string
  /** `load`: comes to life at once, for what has to listen even while it is out of sight; else when nearly seen */
  when?: 'seen' | 'load'
  className?: string
  /** The island's component with the props that the browser will give it too: plain JSON, words included. */
  children: ReactElement<object>
}

/**
 * A region that is drawn in the browser from then on, from its first view and, as JSON, its props. The first view asks no
 * context and no `useId`: there the island is a root of its own. Without JavaScript, or if it fails, people keep it.
 */
export function Island({ name, when = 'seen', className, children }: IslandProps) {
  return (
    <kurs-island data-island={name} data-when={when} className={className}>
      <script type="application/json">{inlineJson(children.props)}</script>
      <kurs-island-view>{children}</kurs-island-view>
    </kurs-island>
  )
}
