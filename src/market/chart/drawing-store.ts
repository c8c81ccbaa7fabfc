import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { type Drawing, readDrawings } from './drawing.ts'
import { applied, type Change, emptyHistory, record, redo, type Step, undo } from './drawing-history.ts'
import type { Locals } from './drawing-locals.ts'

/** Why drawings are not kept: no way to the server, its refusal, too many of them, or nobody signed in any more. */
export type Trouble = 'unreachable' | 'refused' | 'full' | 'signed-out'

/** Whether the server has everything; `loading` until it has told what it has. */
export type Saving = { name: 'loading' | 'saved' | 'saving' } | { name: 'failed'; trouble: Trouble }

/** What the server answers to a change: kept, or why not. */
export type Kept = 'kept' | Trouble

/** Where drawings are kept. Nothing of it throws. */
export interface DrawingKeeper {
  list(asset: string): Promise<Drawing[] | Trouble>
  put(asset: string, drawing: Drawing): Promise<Kept>
  remove(id: string): Promise<Kept>
}

export interface StoreOptions {
  asset: string
  keeper: DrawingKeeper
  /** Holds what is not kept yet, over reloads too */
  locals: Locals
  /** Whose drawings they are: several people may use one browser */
  owner: string
  /** Calls once after so many ms; the answer calls it off */
  later(run: () => void, ms: number): () => void
}

/** One person's drawings on one asset. Every change shows at once and is kept as soon as the server can be reached. */
export interface DrawingStore {
  readonly drawings: ReadonlySignal<readonly Drawing[]>
  readonly saving: ReadonlySignal<Saving>
  /** Steps that can be taken back, and made again */
  readonly steps: ReadonlySignal<{ back: number; forth: number }>
  /** @param part  of what the change is a part, when many come in a row */
  put(drawing: Drawing, part?: Change['part']): void
  remove(id: string): void
  undo(): void
  redo(): void
  /** Tries again now what has failed. */
  retry(): void
}

/** What the server has to be told: a drawing's newest form, or that it is gone. */
type Waiting = Pick<Change, 'id' | 'after'>

/** Pauses between tries while the server cannot be reached, ms */
const pauses = [2000, 5000, 15_000, 60_000]

export function createDrawingStore({ asset, keeper, locals, owner, later }: StoreOptions): DrawingStore {
  const key = `kurs-drawings:${owner}:${asset}`
  const waiting = new Map(readWaiting(locals.getItem(key)).map((change) => [change.id, change]))
  const drawings = signal<readonly Drawing[]>([...waiting.values()].flatMap(({ after }) => after ?? []))
  const saving = signal<Saving>({ name: 'loading' })
  const steps = signal({ back: 0, forth: 0 })
  let history = emptyHistory
  let isLoaded = false
  let isBusy = false
  let tries = 0
  let callOff = () => {}

  const remember = () => {
    if (waiting.size === 0) return locals.removeItem(key)
    const entries = [...waiting.values()].map(({ id, after }) => after ?? { id })
    locals.setItem(key, JSON.stringify(entries))
  }

  /** @returns the first trouble, if any; whatever the server refuses does not hold up the rest */
  async function work(): Promise<Trouble | undefined> {
    if (!isLoaded) {
      const list = await keeper.list(asset)
      if (typeof list === 'string') return list
      isLoaded = true
      drawings.value = [...waiting.values()].reduce(applied, list)
    }
    let trouble: Trouble | undefined
    const tried = new Set<Waiting>()
    for (let next = firstBut(tried); next; next = firstBut(tried)) {
      tried.add(next)
      const kept = next.after ? await keeper.put(asset, next.after) : await keeper.remove(next.id)
      if (kept === 'unreachable' || kept === 'signed-out') return kept
      if (kept !== 'kept') trouble ??= kept
      // It may have changed while it was on its way.
      else if (waiting.get(next.id) === next) waiting.delete(next.id)
      remember()
    }
    return trouble
  }

  function firstBut(tried: ReadonlySet<Waiting>): Waiting | undefined {
    return [...waiting.values()].find((change) => !tried.has(change))
  }

  async function flush(): Promise<void> {
    callOff()
    if (isBusy) return
    isBusy = true
    saving.value = { name: isLoaded ? 'saving' : 'loading' }
    const trouble = await work()
    isBusy = false
    saving.value = trouble ? { name: 'failed', trouble } : { name: 'saved' }
    tries = trouble ? tries + 1 : 0
    if (trouble === 'unreachable') callOff = later(flush, pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  }

  function apply(change: Change): void {
    batch(() => {
      drawings.value = applied(drawings.peek(), change)
      steps.value = { back: history.past.length, forth: history.future.length }
    })
    waiting.set(change.id, { id: change.id, after: change.after })
    remember()
    flush()
  }

  function change(id: string, after: Drawing | undefined, part?: Change['part']): void {
    const before = drawings.peek().find((drawing) => drawing.id === id)
    if (!before && !after) return
    const made = { id, before, after, part }
    history = record(history, made)
    apply(made)
  }

  function walk(step: Step | undefined): void {
    if (!step) return
    history = step.history
    apply(step.change)
  }

  flush()
  return {
    drawings,
    saving,
    steps,
    put: (drawing, part) => change(drawing.id, drawing, part),
    remove: (id) => change(id, undefined),
    undo: () => walk(undo(history)),
    redo: () => walk(redo(history)),
    retry: () => {
      flush()
    },
  }
}

/** What was left waiting by an earlier page; what cannot be read was left by something else. */
function readWaiting(text: string | null): Waiting[] {
  const values = text === null ? [] : readJson(text)
  if (!Array.isArray(values)) return []
  return values.flatMap((value: unknown): Waiting[] => {
    const [after] = readDrawings([value]) ?? []
    if (after) return [{ id: after.id, after }]
    return isNamed(value) ? [{ id: value.id, after: undefined }] : []
  })
}

function isNamed(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
