import type { ContentRow } from './refine.ts'

/** How reading ended. */
export type ReadOutcome =
  | { status: 'read'; rows: ContentRow[] }
  | { status: 'too many rows' }
  | { status: 'too large' }
  /** Took longer than it may; interrupted. */
  | { status: 'too slow' }
  /** Others kept the database busy for longer than this one may wait. */
  | { status: 'busy' }

export interface ReadLimits {
  rows: number
  /** Characters stored in the rows */
  answerCharacters: number
  /** ms of the database's work */
  workMs: number
  /** ms of waiting for others */
  waitMs: number
}

/** Gathers rows as they come until there are too many or too much of them. */
export function gatherRows(answer: Iterable<ContentRow>, limits: ReadLimits): ReadOutcome {
  const rows: ContentRow[] = []
  let characters = 0
  for (const row of answer) {
    rows.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
    if (rows.length > limits.rows) return { status: 'too many rows' }
    if (characters > limits.answerCharacters) return { status: 'too large' }
  }
  return { status: 'read', rows }
}
