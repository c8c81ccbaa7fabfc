import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { DrawingKind } from './drawing.ts'
import { siteKeeper } from './drawing-keeper.ts'
import { browserLocals } from './drawing-locals.ts'
import { createDrawingStore, type DrawingStore } from './drawing-store.ts'

/** One chart that is drawn on, as keys and the tools' bar know it. */
export interface Easel {
  store(): DrawingStore
  /** @returns whether the key was about drawings */
  key(event: KeyboardEvent): boolean
  /** Gets the keys from now on. */
  focus(): void
}

/** What all charts of a page draw with: tools, colours, and where the drawings are kept. */
export interface DrawingDesk {
  readonly tool: ReadonlySignal<DrawingKind | undefined>
  /** `#rrggbb`, of what is drawn next */
  readonly color: Signal<string>
  /** Whether points are drawn to the prices of candles */
  readonly isMagnetic: Signal<boolean>
  readonly areHidden: Signal<boolean>
  /** Name of the drawing that is taken */
  readonly selected: Signal<string | undefined>
  /** What happens, for those who do not see it */
  readonly message: Signal<string>
  /** The chart that tools and keys are for */
  readonly active: ReadonlySignal<Easel | undefined>
  storeOf(asset: string): DrawingStore
  /** Takes a tool, or puts it back; with `keys` the chart gets the keys. */
  choose(tool: DrawingKind | undefined, keys?: boolean): void
  activate(easel: Easel): void
  /** Adds a chart; the first one is active. The answer takes it away. */
  add(easel: Easel): () => void
}

/** Opens nothing before the first chart asks: it can be made on the server too. */
export function createDrawingDesk(owner: string): DrawingDesk {
  const stores = new Map<string, DrawingStore>()
  const locals = browserLocals()
  const easels: Easel[] = []
  const tool = signal<DrawingKind | undefined>(undefined)
  const selected = signal<string | undefined>(undefined)
  const active = signal<Easel | undefined>(undefined)
  const areHidden = signal(false)

  return {
    tool,
    color: signal('#2e81ff'),
    isMagnetic: signal(true),
    areHidden,
    selected,
    message: signal(''),
    active,
    storeOf: (asset) => {
      const known = stores.get(asset)
      if (known) return known
      const store = createDrawingStore({ asset, owner, keeper: siteKeeper, locals, later })
      stores.set(asset, store)
      return store
    },
    choose: (next, keys = false) => {
      tool.value = next
      // Whoever draws wants to see it.
      if (next) areHidden.value = false
      if (next) selected.value = undefined
      if (next && keys) active.peek()?.focus()
    },
    activate: (easel) => {
      active.value = easel
    },
    add: (easel) => {
      easels.push(easel)
      active.value ??= easel
      return () => {
        easels.splice(easels.indexOf(easel), 1)
        if (active.peek() === easel) active.value = easels[0]
      }
    },
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
