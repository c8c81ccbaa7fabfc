import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { browserStorage } from './browser-storage.ts'
import type { DrawingKind } from './drawing.ts'
import { siteKeeper } from './site-keeper.ts'
import { createDrawingStore, type DrawingStore } from './store.ts'

export interface DrawableChart {
  store(): DrawingStore
  key(event: KeyboardEvent): boolean
  focus(): void
}

export interface DrawingDesk {
  readonly tool: ReadonlySignal<DrawingKind | undefined>
  readonly color: Signal<string>
  /** Whether points snap to prices of candles */
  readonly isMagnetic: Signal<boolean>
  readonly areHidden: Signal<boolean>
  readonly selected: Signal<string | undefined>
  readonly message: Signal<string>
  /** The chart that tools and keys act on */
  readonly active: ReadonlySignal<DrawableChart | undefined>
  storeOf(asset: string): DrawingStore
  choose(tool: DrawingKind | undefined, keys?: boolean): void
  activate(chart: DrawableChart): void
  /** Adds a chart; the first one becomes active. Returns a function that removes it. */
  add(chart: DrawableChart): () => void
}

/** Uses no browser API until a chart does: the desk is created on the server too. */
export function createDrawingDesk(owner: string): DrawingDesk {
  const stores = new Map<string, DrawingStore>()
  const locals = browserStorage()
  const charts: DrawableChart[] = []
  const tool = signal<DrawingKind | undefined>(undefined)
  const selected = signal<string | undefined>(undefined)
  const active = signal<DrawableChart | undefined>(undefined)
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
      if (next) areHidden.value = false
      if (next) selected.value = undefined
      if (next && keys) active.peek()?.focus()
    },
    activate: (chart) => {
      active.value = chart
    },
    add: (chart) => {
      charts.push(chart)
      active.value ??= chart
      return () => {
        charts.splice(charts.indexOf(chart), 1)
        if (active.peek() === chart) active.value = charts[0]
      }
    },
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
