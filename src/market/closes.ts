import type { Db } from '../db/client.ts'
import { type Candle, candleOf, mergeCandles } from './candle.ts'
import { holesOf } from './past/holes.ts'
import { type CandleReader, readGaps } from './queries.ts'
import { allTime, type Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe } from './timeframe.ts'

export interface ClosesQuery {
  tf: Timeframe
  /** Only candles with a later openTime are returned, ms UTC */
  after: number
  limit: number
  /** Start of the history, ms UTC: minutes older than this that are unknown will never be known */
  horizon: number
}

export interface ClosesDeps {
  db: Db
  reader: Pick<CandleReader, 'closed' | 'minuteEnds' | 'minutes' | 'countClosed'>
}

/**
 * Reads settled closes, see `Market.closes`. Only stored candles count, so the result survives a crash. A candle is
 * returned when it has at least one minute and all its minutes are closed or confirmed missing. A candle with other
 * missing minutes is skipped once some of them are older than the horizon; until then, it blocks later candles. So an
 * earlier result is always a prefix of a later one.
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
  /** Spans that the source is confirmed not to have, ascending */
  missing: readonly Span[]
  /** openTime of the first candle to examine, ms UTC */
  begin: number
}

function createWalk({ reader }: Pick<ClosesDeps, 'reader'>, options: WalkOptions) {
  const { asset, tf, horizon, missing, limit, begin } = options
  const length = tf * minuteMs
  const closes: Candle[] = []
  let next = begin

  const judgedWithin = (span: Span) => missing.filter(({ from, to }) => to > span.from && from < span.to)

  /** Reads the minutes of the next candle, and the first minute that is neither stored nor confirmed missing. */
  const look = async (): Promise<{ minutes: readonly Candle[]; unknown?: number | undefined }> => {
    const span = { from: next, to: next + length }
    const judged = judgedWithin(span)
    const most = judged.reduce((sum, gap) => sum + Math.min(gap.to, span.to) - Math.max(gap.from, span.from), 0)
    // An incomplete day before the horizon is skipped without reading its minutes, up to about a thousand rows.
    if (span.to <= horizon && (await reader.countClosed(asset, span.from, span.to)) * minuteMs + most < length) {
      return { minutes: [], unknown: span.from }
    }
    const minutes = await reader.minutes(asset, span.from, span.to)
    const there = minutes.filter(({ isClosed }) => isClosed).map(({ openTime }) => openTime)
    return { minutes, unknown: holesOf(span, there, judged)[0]?.from }
  }
  /** Skips candles without any minute, up to `to`. @returns false if a minute of these candles may still arrive */
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
    /**
     * Adds candles up to `to` that lack minutes or are not rolled up. @returns whether the candles up to `to` are done
     */
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
        // If the source never closed a minute, the last update of the minute is final; stored candles follow the same
        // rule.
        if (unknown === undefined && first) {
          closes.push({ ...candleOf(rest.reduce<Candle>(mergeCandles, first)), openTime: next })
        }
        next += length
      }
      return false
    },
  }
}
