import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type Drawing, readDrawings } from './drawing.ts'
import type { Change } from './history.ts'

export type DrawingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function browserStorage(): DrawingStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
    setItem: (key, value) => {
      held.set(key, value)
      const isKept = attempt(() => {
        localStorage.setItem(key, value)
        return true
      })
      if (isKept) held.delete(key)
    },
    removeItem: (key) => {
      held.delete(key)
      attempt(() => localStorage.removeItem(key))
    },
  }
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    // localStorage may be refused in private windows or be full; drawings then last only as long as the page.
    return undefined
  }
}

type PendingChange = Pick<Change, 'id' | 'after'>

/** Queue of changes of drawings that are not yet saved on the server; it survives reloads. */
interface Outbox {
  all(): PendingChange[]
  put(change: PendingChange): void
  done(change: PendingChange): void
}

export function createOutbox(locals: DrawingStorage, key: string): Outbox {
  const waiting = new Map(readWaiting(locals.getItem(key)).map((change) => [change.id, change]))
  const remember = () => {
    if (waiting.size === 0) return locals.removeItem(key)
    const entries = [...waiting.values()].map(({ id, after }) => after ?? { id })
    locals.setItem(key, JSON.stringify(entries))
  }
  return {
    all: () => [...waiting.values()],
    put: ({ id, after }) => {
      waiting.set(id, { id, after })
      remember()
    },
    done: (change) => {
      if (waiting.get(change.id) === change) waiting.delete(change.id)
      remember()
    },
  }
}

function readWaiting(text: string | null): PendingChange[] {
  const values = text === null ? [] : readJson(text)
  if (!Array.isArray(values)) return []
  return values.flatMap((value: unknown): PendingChange[] => {
    const [after] = readDrawings([value]) ?? []
    if (after) return [{ id: after.id, after }]
    return isNamed(value) ? [{ id: value.id, after: undefined }] : []
  })
}

function isNamed(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Trouble = 'unreachable' | 'refused' | 'full' | 'signed-out'

/** State of saving; `loading` until the server has sent the saved drawings */
export type Saving = { name: 'loading' | 'saved' | 'saving' } | { name: 'failed'; trouble: Trouble }

export type SaveResult = 'kept' | Trouble

/** Client of the server that stores drawings. Its methods never throw. */
export interface DrawingKeeper {
  list(asset: string): Promise<Drawing[] | Trouble>
  put(asset: string, drawing: Drawing): Promise<SaveResult>
  remove(id: string): Promise<SaveResult>
}

export interface SaverOptions {
  asset: string
  keeper: DrawingKeeper
  outbox: Outbox
  later(run: () => void, ms: number): () => void
  onLoad(drawings: Drawing[]): void
}

export interface Saver {
  readonly saving: ReadonlySignal<Saving>
  /** Sends all pending changes. Only one run is active at a time, and it includes changes added meanwhile. */
  flush(): Promise<void>
}

/** Delays between retries while the server is unreachable, ms */
const pauses = [2000, 5000, 15_000, 60_000]

/**
 * Creates the saver of an asset's drawings: it loads them, then sends the outbox, and retries while the server is
 * unreachable.
 */
export function createSaver({ asset, keeper, outbox, later, onLoad }: SaverOptions): Saver {
  const saving = signal<Saving>({ name: 'loading' })
  let isLoaded = false
  let isBusy = false
  let tries = 0
  let cancelRetry = () => {}

  /**
   * Loads and sends what is pending. @returns the first failure; a change that the server refuses does not block the
   * others
   */
  const work = async (): Promise<Trouble | undefined> => {
    if (!isLoaded) {
      const list = await keeper.list(asset)
      if (typeof list === 'string') return list
      isLoaded = true
      onLoad(list)
    }
    let trouble: Trouble | undefined
    const tried = new Set<PendingChange>()
    const nextOf = () => outbox.all().find((change) => !tried.has(change))
    for (let next = nextOf(); next; next = nextOf()) {
      tried.add(next)
      const kept = next.after ? await keeper.put(asset, next.after) : await keeper.remove(next.id)
      if (kept === 'unreachable' || kept === 'signed-out') return kept
      if (kept === 'kept') outbox.done(next)
      else trouble ??= kept
    }
    return trouble
  }
  const flush = async (): Promise<void> => {
    cancelRetry()
    if (isBusy) return
    isBusy = true
    saving.value = { name: isLoaded ? 'saving' : 'loading' }
    const trouble = await work()
    isBusy = false
    saving.value = trouble ? { name: 'failed', trouble } : { name: 'saved' }
    tries = trouble ? tries + 1 : 0
    if (trouble === 'unreachable') cancelRetry = later(flush, pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  }
  return { saving, flush }
}
