declare module 'kurs:islands' {
  import type { FunctionComponent } from 'react'

  export const islands: Record<string, () => Promise<{ Component: FunctionComponent<object> }>>
}

declare module 'kurs:behaviors' {
  interface Behavior {
    selector: string
    /** @param signal  aborted when the page is left for another without being loaded anew */
    start(root: HTMLElement, signal: AbortSignal): void | Promise<void>
  }

  export const behaviors: Behavior[]
}
