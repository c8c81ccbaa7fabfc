import type { Db } from '../../db/client.ts'
import { readGaps } from '../queries.ts'
import type { Span } from '../span.ts'
import { dayMs, openTimeOf } from '../timeframe.ts'

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
