import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Drawing } from './drawing.ts'
import { applied, type Change, emptyHistory, record, redo, type Step, undo } from './history.ts'
import { createOutbox, createSaver, type DrawingStorage, type Saver, type SaverOptions } from './saver.ts'

/** Local storage key of unsaved drawings, by ID of their owner and asset; see `account-storage.ts` */
const drawingsKey = (owner: string, asset = '') => `kurs-drawings:${owner}:${asset}`

export interface StoreOptions extends Pick<SaverOptions, 'asset' | 'keeper' | 'later'> {
  locals: DrawingStorage
  /** ID of the user who owns the drawings, because several users may share a browser */
  owner: string
}

export interface DrawingStore {
  readonly drawings: ReadonlySignal<readonly Drawing[]>
  readonly saving: Saver['saving']
  readonly steps: ReadonlySignal<{ back: number; forth: number }>
  put(drawing: Drawing, part?: Change['part']): void
  remove(id: string): void
  undo(): void
  redo(): void
  retry(): void
}

export function createDrawingStore({ asset, keeper, locals, owner, later }: StoreOptions): DrawingStore {
  const outbox = createOutbox(locals, drawingsKey(owner, asset))
  const drawings = signal<readonly Drawing[]>(outbox.all().flatMap(({ after }) => after ?? []))
  const steps = signal({ back: 0, forth: 0 })
  let history = emptyHistory
  const onLoad = (list: Drawing[]) => {
    drawings.value = outbox.all().reduce(applied, list)
  }
  const { saving, flush } = createSaver({ asset, keeper, outbox, later, onLoad })

  const apply = (change: Change) => {
    batch(() => {
      drawings.value = applied(drawings.peek(), change)
      steps.value = { back: history.past.length, forth: history.future.length }
    })
    outbox.put(change)
    void flush()
  }
  const change = (id: string, after: Drawing | undefined, part?: Change['part']) => {
    const before = drawings.peek().find((drawing) => drawing.id === id)
    if (!before && !after) return
    const made = { id, before, after, part }
    history = record(history, made)
    apply(made)
  }
  const walk = (step: Step | undefined) => {
    if (!step) return
    history = step.history
    apply(step.change)
  }

  void flush()
  return {
    drawings,
    saving,
    steps,
    put: (drawing, part) => change(drawing.id, drawing, part),
    remove: (id) => change(id, undefined),
    undo: () => walk(undo(history)),
    redo: () => walk(redo(history)),
    retry: () => void flush(),
  }
}
