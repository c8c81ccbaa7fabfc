import type { Drawing } from './drawing.ts'

/** One step of work on drawings: what there was under a name, and what there is now. */
export interface Change {
  id: string
  before: Drawing | undefined
  after: Drawing | undefined
  /** What it is part of: of steps in a row with one drawing that are parts of the same, one is made */
  part?: 'colour' | 'nudge' | undefined
}

/** Steps that were made, the last one last, and steps that were taken back, the next one last. */
export interface History {
  past: readonly Change[]
  future: readonly Change[]
}

/** Steps that can be taken back */
const most = 100

export const emptyHistory: History = { past: [], future: [] }

/** Adds a step; what was taken back before it cannot come again. */
export function record({ past, future }: History, change: Change): History {
  const last = past[past.length - 1]
  const goesOn = last && change.part && future.length === 0 && last.part === change.part && last.id === change.id
  if (goesOn) return { past: [...past.slice(0, -1), { ...change, before: last.before }], future: [] }
  return { past: [...past, change].slice(-most), future: [] }
}

export interface Step {
  history: History
  /** What to do now */
  change: Change
}

/** Takes back the last step; nothing when there is none. */
export function undo({ past, future }: History): Step | undefined {
  const last = past[past.length - 1]
  if (!last) return undefined
  const change = { id: last.id, before: last.after, after: last.before }
  return { history: { past: past.slice(0, -1), future: [...future, last] }, change }
}

/** Makes the step again that was taken back last; nothing when there is none. */
export function redo({ past, future }: History): Step | undefined {
  const next = future[future.length - 1]
  if (!next) return undefined
  return { history: { past: [...past, next], future: future.slice(0, -1) }, change: next }
}

/** The drawings after a step, in their order; new ones come last. */
export function applied(drawings: readonly Drawing[], { id, after }: Pick<Change, 'id' | 'after'>): Drawing[] {
  if (!after) return drawings.filter((drawing) => drawing.id !== id)
  const isThere = drawings.some((drawing) => drawing.id === id)
  return isThere ? drawings.map((drawing) => (drawing.id === id ? after : drawing)) : [...drawings, after]
}
