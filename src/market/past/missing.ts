import type { Db } from '../../db/client.ts'
import { readGaps } from '../queries.ts'
import type { Span } from '../span.ts'
import { dayMs, openTimeOf } from '../timeframe.ts'

export interface MissingOptions {
  db: Db
  historyDays: number
  /** ms UTC, by the feed's clock */
  now(): number
}

/** What will never be fetched. */
export interface MissingReader {
  /** Where the history begins, ms UTC: what is unknown and older will never be known */
  horizon(): number
  /** Spans that end after a moment, ms UTC */
  since(asset: string, time: number): Promise<Span[]>
}

export function createMissingReader({ db, historyDays, now }: MissingOptions): MissingReader {
  const horizon = () => openTimeOf(now() - historyDays * dayMs, 1)
  return {
    horizon,
    since: (asset, time) => readGaps(db, { asset, from: time, to: Number.MAX_SAFE_INTEGER }),
  }
}
