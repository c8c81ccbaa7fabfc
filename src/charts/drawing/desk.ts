import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { href, paths } from '../../paths.ts'
import { bodyOf, type Drawing, type DrawingKind, readDrawings } from './drawing.ts'
import { browserStorage, type DrawingKeeper, readJson, type SaveResult, type Trouble } from './saver.ts'
import { createDrawingStore, type DrawingStore } from './store.ts'

/** Local storage key of the drawings that are templates of styles; they belong to the browser, like picked colors. */
const stylesKey = 'kurs-drawing-styles'

const headers = { accept: 'application/json' }

const siteKeeper: DrawingKeeper = {
  list: async (asset) => {
    const response = await ask(`${paths.marketDrawings}?asset=${encodeURIComponent(asset)}`, { headers })
    if (!response?.ok) return troubleOf(response)
    const answer: { drawings?: unknown } = await response.json()
    return readDrawings(answer.drawings) ?? 'refused'
  },
  put: async (asset, drawing) => {
    const address = `${href(paths.marketDrawing, { id: drawing.id })}?asset=${encodeURIComponent(asset)}`
    const body = JSON.stringify(bodyOf(drawing))
    return keptBy(
      await ask(address, { method: 'PUT', body, headers: { ...headers, 'content-type': 'application/json' } }),
    )
  },
  remove: async (id) => {
    const response = await ask(href(paths.marketDrawing, { id }), { method: 'DELETE', headers })
    const isGoneAlready = response?.status === 404
    return isGoneAlready ? 'kept' : keptBy(response)
  },
}

async function ask(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    // With `keepalive`, a save is completed even if the page unloads right away.
    return await fetch(address, { ...init, keepalive: init.method !== undefined })
  } catch {
    return undefined
  }
}

function keptBy(response: Response | undefined): SaveResult {
  return response?.ok ? 'kept' : troubleOf(response)
}

function troubleOf(response: Response | undefined): Trouble {
  if (!response || response.status >= 500 || response.status === 429) return 'unreachable'
  if (response.status === 401) return 'signed-out'
  return response.status === 422 ? 'full' : 'refused'
}

export interface DrawableChart {
  readonly asset: string
  store(): DrawingStore
  key(event: KeyboardEvent): boolean
  focus(): void
}

export interface DrawingDesk {
  readonly tool: ReadonlySignal<DrawingKind | undefined>
  readonly color: Signal<string>
  /** Drawing that was copied last, with the latest price of its asset */
  readonly copied: Signal<{ drawing: Drawing; asset: string | undefined; price: number } | undefined>
  /** Whether the user has come near the tools: the code that draws is then loaded */
  readonly isWanted: Signal<boolean>
  /** Whether points of drawings snap to prices of candles */
  readonly isMagnetic: Signal<boolean>
  readonly areHidden: Signal<boolean>
  readonly selected: Signal<string | undefined>
  readonly message: Signal<string>
  /** The active chart, on which tools and keys act */
  readonly active: ReadonlySignal<DrawableChart | undefined>
  storeOf(asset: string): DrawingStore
  /** Drawing whose style new ones of its kind get; kept in this browser */
  templateOf(kind: DrawingKind): Drawing | undefined
  setTemplate(kind: DrawingKind, drawing: Drawing | undefined): void
  /** Style of a new drawing: that of its template, or else the present color */
  styleOf(kind: DrawingKind | undefined): Pick<Drawing, 'color' | 'width' | 'dash'>
  choose(tool: DrawingKind | undefined, keys?: boolean): void
  activate(chart: DrawableChart): void
  /** Adds a chart to the desk; the first chart becomes active. Returns a function that removes the chart. */
  add(chart: DrawableChart): () => void
}

/**
 * Creates the shared state of all drawing tools. It uses no browser API before a chart is added, because the server
 * creates it too.
 */
export function createDrawingDesk(owner: string): DrawingDesk {
  const stores = new Map<string, DrawingStore>()
  const locals = browserStorage()
  const charts: DrawableChart[] = []
  const tool = signal<DrawingKind | undefined>(undefined)
  const selected = signal<string | undefined>(undefined)
  const active = signal<DrawableChart | undefined>(undefined)
  const areHidden = signal(false)
  const color = signal('#2e81ff')
  const templates = () => readDrawings(readJson(locals.getItem(stylesKey) ?? '[]')) ?? []
  const templateOf = (kind: DrawingKind | undefined) => templates().find((each) => each.kind === kind)

  return {
    tool,
    color,
    templateOf,
    setTemplate: (kind, drawing) => {
      const others = templates().filter((each) => each.kind !== kind)
      locals.setItem(stylesKey, JSON.stringify(drawing ? [...others, drawing] : others))
    },
    styleOf: (kind) => {
      const { width, dash, color: own = color.peek() } = templateOf(kind) ?? {}
      return { color: own, ...(width && { width }), ...(dash && { dash }) }
    },
    copied: signal(undefined),
    isWanted: signal(false),
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
      color.value = templateOf(next)?.color ?? color.peek()
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
