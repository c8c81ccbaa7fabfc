import type { Db } from '../db/client.ts'
import { mergeCandles } from './book.ts'
import { type Candle, candleOf } from './candle.ts'
import { holesOf } from './past/holes.ts'
import { type CandleReader, readGaps } from './queries.ts'
import type { Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe } from './timeframe.ts'

export interface ClosesQuery {
  tf: Timeframe
  /** ms UTC: only candles that open later */
  after: number
  limit: number
  /** Where the history begins, ms UTC: what is older is not waited for */
  horizon: number
}

export interface ClosesDeps {
  db: Db
  reader: Pick<CandleReader, 'closed' | 'last' | 'minutes'>
}

/** See `Market.closes`. Stored candles alone count: what is told here survives a kill. */
export async function readCloses(
  { db, reader }: ClosesDeps,
  asset: string,
  { tf, after, limit, horizon }: ClosesQuery,
): Promise<Candle[]> {
  const length = tf * minuteMs
  const from = after < 0 ? 0 : openTimeOf(after, tf) + length
  const all = { asset, from, to: Number.MAX_SAFE_INTEGER }
  const missing = [{ from: 0, to: horizon }, ...(await readGaps(db, all))]
  const closes: Candle[] = []
  let next = from

  /** Takes candles that lack minutes, or are not rolled up yet. @returns whether all of them up to a moment are settled */
  const bridge = async (to: number): Promise<boolean> => {
    while (closes.length < limit) {
      next = afterMissing(next, missing, length)
      if (next + length > to) return true
      const span = { from: next, to: next + length }
      const minutes = await reader.minutes(asset, span.from, span.to)
      const there = minutes.filter(({ isClosed }) => isClosed)
      const holes = holesOf(
        span,
        there.map(({ openTime }) => openTime),
        missing,
      )
      if (holes.length > 0) return false
      // Of a minute that never ended at the source what was told is all there will be, here as in stored candles.
      const [first, ...rest] = minutes
      if (first) {
        const whole = rest.reduce<Candle>(mergeCandles, first)
        closes.push({ ...candleOf(whole), openTime: next })
      }
      next += length
    }
    return false
  }

  for (const candle of await reader.closed({ ...all, tf, count: limit })) {
    if (!(await bridge(candle.openTime))) return closes
    closes.push(candle)
    next = candle.openTime + length
  }
  const [newest] = await reader.last({ ...all, tf: 1, count: 1 })
  if (newest) await bridge(newest.openTime + minuteMs)
  return closes
}

/** The first candle at or after `next` that is not missing as a whole. */
function afterMissing(next: number, missing: readonly Span[], length: number): number {
  let open = next
  for (const { from, to } of missing) {
    if (from <= open && to >= open + length) open += Math.floor((to - open) / length) * length
  }
  return open
}
