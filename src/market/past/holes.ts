import type { Db } from '../../db/client.ts'
import { readGaps } from '../queries.ts'
import type { Span } from '../span.ts'
import { dayMs, minuteMs, openTimeOf } from '../timeframe.ts'

/** Returns minutes of a span neither stored nor confirmed missing, ascending. @param there  stored openTimes */
export function holesOf(span: Span, there: readonly number[], missing: readonly Span[]): Span[] {
  const covered = [...there.map((openTime) => ({ from: openTime, to: openTime + minuteMs })), ...missing].sort(
    (a, b) => a.from - b.from,
  )
  const holes: Span[] = []
  let { from } = span
  for (const part of covered) {
    if (part.from >= span.to) break
    if (part.from > from) holes.push({ from, to: part.from })
    from = Math.max(from, part.to)
  }
  if (from < span.to) holes.push({ from, to: span.to })
  return holes
}

export interface MissingOptions {
  db: Db
  historyDays: number
  /** Current time by the feed's clock, ms UTC */
  now(): number
}

/** Determines which minutes will never be fetched. */
export interface MissingReader {
  /** Start of the history, ms UTC: older minutes that are unknown will never be known. */
  horizon(): number
  /** Spans confirmed missing that end after `time`, ms UTC */
  since(asset: string, time: number): Promise<Span[]>
}

export function createMissingReader({ db, historyDays, now }: MissingOptions): MissingReader {
  const horizon = () => openTimeOf(now() - historyDays * dayMs, 1)
  return {
    horizon,
    since: (asset, time) => readGaps(db, { asset, from: time, to: Number.MAX_SAFE_INTEGER }),
  }
}
