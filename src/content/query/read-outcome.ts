import type { ContentRow } from './refine.ts'

export type ReadOutcome =
  | { status: 'read'; rows: ContentRow[] }
  | { status: 'too many rows' }
  | { status: 'too large' }
  | { status: 'too slow' }
  | { status: 'busy' }

export interface ReadLimits {
  rows: number
  answerCharacters: number
  /** Max time of the database's work, ms */
  workMs: number
  /** Max time in the queue, ms */
  waitMs: number
}

export interface CollectLimits extends Pick<ReadLimits, 'rows' | 'answerCharacters'> {
  /** Time at which collecting must end, ms on the clock of `performance` */
  until: number
}

/**
 * Collects the rows of an answer. Each row is read on this thread, where SQLite cannot be interrupted, so the time is
 * checked between rows.
 */
export function collectRows(answer: Iterable<ContentRow>, limits: CollectLimits): ReadOutcome {
  const rows: ContentRow[] = []
  let characters = 0
  for (const row of answer) {
    rows.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
    if (rows.length > limits.rows) return { status: 'too many rows' }
    if (characters > limits.answerCharacters) return { status: 'too large' }
    if (performance.now() > limits.until) return { status: 'too slow' }
  }
  return { status: 'read', rows }
}
