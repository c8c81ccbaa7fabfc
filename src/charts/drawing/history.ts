import type { Drawing } from './drawing.ts'

export interface Change {
  id: string
  before: Drawing | undefined
  after: Drawing | undefined
  /**
   * Part of the drawing that changes; consecutive changes of the same drawing and part are merged into one undo step
   */
  part?: 'colour' | 'nudge' | undefined
}

/** Undo history of drawings: `past` ends with the latest change, `future` with the next change to redo. */
export interface History {
  past: readonly Change[]
  future: readonly Change[]
}

const most = 100

export const emptyHistory: History = { past: [], future: [] }

/** Adds a change to the history and clears the changes to redo. */
export function record({ past, future }: History, change: Change): History {
  const last = past[past.length - 1]
  const goesOn = last && change.part && future.length === 0 && last.part === change.part && last.id === change.id
  if (goesOn) return { past: [...past.slice(0, -1), { ...change, before: last.before }], future: [] }
  return { past: [...past, change].slice(-most), future: [] }
}

export interface Step {
  history: History
  change: Change
}

export function undo({ past, future }: History): Step | undefined {
  const last = past[past.length - 1]
  if (!last) return undefined
  const change = { id: last.id, before: last.after, after: last.before }
  return { history: { past: past.slice(0, -1), future: [...future, last] }, change }
}

export function redo({ past, future }: History): Step | undefined {
  const next = future[future.length - 1]
  if (!next) return undefined
  return { history: { past: [...past, next], future: future.slice(0, -1) }, change: next }
}

export function applied(drawings: readonly Drawing[], { id, after }: Pick<Change, 'id' | 'after'>): Drawing[] {
  if (!after) return drawings.filter((drawing) => drawing.id !== id)
  const isThere = drawings.some((drawing) => drawing.id === id)
  return isThere ? drawings.map((drawing) => (drawing.id === id ? after : drawing)) : [...drawings, after]
}
