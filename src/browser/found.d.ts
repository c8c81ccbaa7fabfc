declare module 'kurs:islands' {
  import type { FunctionComponent } from 'react'
  import type { mountIsland } from './mount-island.ts'

  interface LoadedIsland {
    Component: FunctionComponent<object>
    mountIsland: typeof mountIsland
  }

  export const islands: Record<string, () => Promise<LoadedIsland>>
}

declare module 'kurs:behaviors' {
  interface Behavior {
    selector: string
    /** @param signal  aborted when the page is left for another without being loaded anew */
    start(root: HTMLElement, signal: AbortSignal): void | Promise<void>
  }

  export const behaviors: Behavior[]
}

declare module 'kurs:later-behaviors' {
  /** Of the behaviours that are no part of the entry, in the order in which they are found */
  export const starts: ((root: HTMLElement, signal: AbortSignal) => void | Promise<void>)[]
}
