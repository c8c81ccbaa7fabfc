import type { Db } from '../db/client.ts'
import { type Candle, candleOf, mergeCandles } from './candle.ts'
import { holesOf } from './past/holes.ts'
import { type CandleReader, readGaps } from './queries.ts'
import { allTime, type Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe } from './timeframe.ts'

export interface ClosesQuery {
  tf: Timeframe
  /** ms UTC: only candles that open later */
  after: number
  limit: number
  /** Where the history begins, ms UTC: what is unknown and older will never be known */
  horizon: number
}

export interface ClosesDeps {
  db: Db
  reader: Pick<CandleReader, 'closed' | 'minuteEnds' | 'minutes' | 'countClosed'>
}

/**
 * See `Market.closes`. Stored candles alone count: what is told here survives a kill. A candle is told when it has a minute
 * and all its minutes are closed or judged missing. One that lacks others is passed over once some of them are older than
 * the horizon, and waited for before: so what is told at one time begins what is told later.
 */
export async function readCloses(deps: ClosesDeps, asset: string, query: ClosesQuery): Promise<Candle[]> {
  const { reader, db } = deps
  const { tf, after, limit, horizon } = query
  const from = after < 0 ? 0 : openTimeOf(after, tf) + tf * minuteMs
  const all = { asset, from, to: allTime.to }
  const ends = await reader.minuteEnds(all)
  if (!ends) return []
  const begin = Math.max(from, openTimeOf(Math.min(ends.first, horizon), tf))
  const missing = await readGaps(db, all)
  const walk = createWalk(deps, { asset, tf, horizon, missing, begin, limit })
  for (const candle of await reader.closed({ ...all, tf, count: limit })) {
    if (!(await walk.until(candle.openTime))) return walk.closes
    walk.take(candle)
  }
  await walk.until(Math.max(ends.last + minuteMs, ...missing.map((gap) => gap.to)))
  return walk.closes
}

interface WalkOptions extends Pick<ClosesQuery, 'tf' | 'horizon' | 'limit'> {
  asset: string
  /** Judged, ascending */
  missing: readonly Span[]
  /** openTime of the first candle to look at */
  begin: number
}

function createWalk({ reader }: Pick<ClosesDeps, 'reader'>, options: WalkOptions) {
  const { asset, tf, horizon, missing, limit, begin } = options
  const length = tf * minuteMs
  const closes: Candle[] = []
  let next = begin

  const judgedWithin = (span: Span) => missing.filter(({ from, to }) => to > span.from && from < span.to)

  /** The minutes of the next candle, and the first that nobody knows and nobody has judged */
  const look = async (): Promise<{ minutes: readonly Candle[]; unknown?: number | undefined }> => {
    const span = { from: next, to: next + length }
    const judged = judgedWithin(span)
    const most = judged.reduce((sum, gap) => sum + Math.min(gap.to, span.to) - Math.max(gap.from, span.from), 0)
    // A day of long ago that lacks something is not worth reading a thousand rows.
    if (span.to <= horizon && (await reader.countClosed(asset, span.from, span.to)) * minuteMs + most < length) {
      return { minutes: [], unknown: span.from }
    }
    const minutes = await reader.minutes(asset, span.from, span.to)
    const there = minutes.filter(({ isClosed }) => isClosed).map(({ openTime }) => openTime)
    return { minutes, unknown: holesOf(span, there, judged)[0]?.from }
  }
  /** Passes over candles without any minute. @returns whether none of them is still to come */
  const pass = (to: number): boolean => {
    const [unknown] = holesOf({ from: next, to }, [], judgedWithin({ from: next, to }))
    if (unknown && unknown.from >= horizon) return false
    const after = unknown ? Math.max(openTimeOf(unknown.from, tf) + length, openTimeOf(horizon, tf)) : to
    next = Math.min(to, after)
    return true
  }
  return {
    closes,
    take: (candle: Candle) => {
      closes.push(candle)
      next = candle.openTime + length
    },
    /** Takes candles that lack minutes, or are not rolled up yet. @returns whether all up to a moment are done with */
    until: async (to: number): Promise<boolean> => {
      while (closes.length < limit) {
        if (next + length > to) return true
        const ends = await reader.minuteEnds({ asset, from: next, to })
        const there = openTimeOf(ends?.first ?? to, tf)
        if (there > next) {
          if (!pass(there)) return false
          continue
        }
        const { minutes, unknown } = await look()
        const [first, ...rest] = minutes
        if (unknown !== undefined && unknown >= horizon) return false
        // Of a minute that never ended at the source what was told is all there will be, here as in stored candles.
        if (unknown === undefined && first) {
          closes.push({ ...candleOf(rest.reduce<Candle>(mergeCandles, first)), openTime: next })
        }
        next += length
      }
      return false
    },
  }
}
