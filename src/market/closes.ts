import type { Db } from '../db/client.ts'
import { type Candle, candleOf, mergeCandles } from './candle.ts'
import { holesOf } from './past/holes.ts'
import { type CandleReader, readGaps } from './queries.ts'
import { allTime, type Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe } from './timeframe.ts'

export interface ClosesQuery {
  tf: Timeframe
  /** ms UTC: only candles with a later openTime */
  after: number
  limit: number
  /** Start of the history, ms UTC: older minutes that are unknown will never be known */
  horizon: number
}

export interface ClosesDeps {
  db: Db
  reader: Pick<CandleReader, 'closed' | 'minuteEnds' | 'minutes' | 'countClosed'>
}

/**
 * See `Market.closes`. Only stored candles count, so the result survives a crash. A candle is returned when it has at
 * least one minute and all its minutes are closed or confirmed missing. A candle with other missing minutes is skipped
 * once some of them are older than the horizon; until then, it blocks later ones. So an earlier result is always a
 * prefix of a later one.
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
  /** Spans confirmed missing, ascending */
  missing: readonly Span[]
  /** openTime of the first candle to examine */
  begin: number
}

function createWalk({ reader }: Pick<ClosesDeps, 'reader'>, options: WalkOptions) {
  const { asset, tf, horizon, missing, limit, begin } = options
  const length = tf * minuteMs
  const closes: Candle[] = []
  let next = begin

  const judgedWithin = (span: Span) => missing.filter(({ from, to }) => to > span.from && from < span.to)

  /** Minutes of the next candle, and the first minute that is neither stored nor confirmed missing */
  const look = async (): Promise<{ minutes: readonly Candle[]; unknown?: number | undefined }> => {
    const span = { from: next, to: next + length }
    const judged = judgedWithin(span)
    const most = judged.reduce((sum, gap) => sum + Math.min(gap.to, span.to) - Math.max(gap.from, span.from), 0)
    // Skip an incomplete day before the horizon instead of reading up to a thousand rows.
    if (span.to <= horizon && (await reader.countClosed(asset, span.from, span.to)) * minuteMs + most < length) {
      return { minutes: [], unknown: span.from }
    }
    const minutes = await reader.minutes(asset, span.from, span.to)
    const there = minutes.filter(({ isClosed }) => isClosed).map(({ openTime }) => openTime)
    return { minutes, unknown: holesOf(span, there, judged)[0]?.from }
  }
  /** Skips candles without any minute. @returns false if one of them may still arrive */
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
    /** Emits candles that lack minutes or are not rolled up yet. @returns whether everything up to `to` is done */
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
        // If the source never closed a minute, its last update is final, here as in stored candles.
        if (unknown === undefined && first) {
          closes.push({ ...candleOf(rest.reduce<Candle>(mergeCandles, first)), openTime: next })
        }
        next += length
      }
      return false
    },
  }
}
