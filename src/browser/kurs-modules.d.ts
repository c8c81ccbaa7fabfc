declare module 'kurs:islands' {
  import type { FunctionComponent } from 'react'
  import type { mountIsland } from './mount-island.ts'

  interface LoadedIsland {
    Component: FunctionComponent<object>
    mountIsland: typeof mountIsland
  }

  export const islands: Record<string, () => Promise<LoadedIsland>>
}

/** Islands of charts, with what mounts them */
declare module 'kurs:islands/charts'

declare module 'kurs:behaviors' {
  interface Behavior {
    selector: string
    /** Starts the behavior in `root`. @param signal  aborts when another page is swapped in */
    start(root: HTMLElement, signal: AbortSignal): void | Promise<void>
  }

  export const behaviors: Behavior[]
}

declare module 'kurs:later-behaviors' {
  /** Start functions of the behaviors outside the entry script, in the order in which their files are found */
  export const starts: ((root: HTMLElement, signal: AbortSignal) => void | Promise<void>)[]
}
