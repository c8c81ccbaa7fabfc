declare module 'kurs:islands' {
  import type { FunctionComponent } from 'react'

  export const islands: Record<string, () => Promise<{ Component: FunctionComponent<object> }>>
}

declare module 'kurs:behaviors' {
  interface Behavior {
    selector: string
    start(root: HTMLElement): void | Promise<void>
  }

  export const behaviors: Behavior[]
}
