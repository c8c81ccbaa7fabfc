import type { DrawingStorage } from './browser-storage.ts'
import type { Change } from './history.ts'
import { readDrawings } from './read-drawings.ts'

export type PendingChange = Pick<Change, 'id' | 'after'>

/** Queue of changes of drawings that are not yet saved on the server; it survives reloads. */
export interface Outbox {
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
