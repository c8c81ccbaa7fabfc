import type { Db } from '../db/client.ts'
import { type Candle, candleOf, mergeCandles } from './candle.ts'
import { holesOf } from './past/holes.ts'
import { type CandleReader, readGaps } from './queries.ts'
import { allTime, type Span } from './span.ts'
import { closeTimeOf, dayMs, minuteMs, openTimeOf, type Timeframe } from './timeframe.ts'

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
  reader: Pick<CandleReader, 'closed' | 'minuteEnds' | 'minutes' | 'days' | 'countClosed'>
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
  const from = after < 0 ? 0 : closeTimeOf(after, tf)
  const all = { asset, from, to: allTime.to }
  const ends = await reader.minuteEnds(all)
  if (!ends) return []
  const begin = openTimeOf(Math.max(from, Math.min(ends.first, horizon)), tf)
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

/** A candle and the first minute in it that may still arrive; the candle is undefined if it has no minute */
interface Look {
  candle?: Candle | undefined
  unknown?: number | undefined
}

function mergedOf([first, ...rest]: readonly Candle[]): Candle | undefined {
  return first && candleOf(rest.reduce<Candle>(mergeCandles, first))
}

function createWalk({ reader }: Pick<ClosesDeps, 'reader'>, options: WalkOptions) {
  const { asset, tf, horizon, missing, limit, begin } = options
  const closes: Candle[] = []
  let next = begin

  const judgedWithin = (span: Span) => missing.filter(({ from, to }) => to > span.from && from < span.to)

  /** Merges the minutes of a span, at most a day, up to the first that is neither stored nor confirmed missing. */
  const lookAtMinutes = async (span: Span): Promise<Look> => {
    const judged = judgedWithin(span)
    const most = judged.reduce((sum, gap) => sum + Math.min(gap.to, span.to) - Math.max(gap.from, span.from), 0)
    // An incomplete day before the horizon is skipped without reading its minutes, up to about a thousand rows.
    const isOld = span.to <= horizon
    if (isOld && (await reader.countClosed(asset, span.from, span.to)) * minuteMs + most < span.to - span.from) {
      return { unknown: span.from }
    }
    const minutes = await reader.minutes(asset, span.from, span.to)
    const there = minutes.filter(({ isClosed }) => isClosed).map(({ openTime }) => openTime)
    return { candle: mergedOf(minutes), unknown: holesOf(span, there, judged)[0]?.from }
  }
  /** Merges the days of a week or a month. Only days that lack a minute are read by their minutes. */
  const lookAtDays = async ({ from, to }: Span): Promise<Look> => {
    const days: Candle[] = []
    const whole = new Map((await reader.days(asset, from, to)).map((day) => [day.openTime, day]))
    for (let day = from; day < to; day += dayMs) {
      const stored = whole.get(day)
      const { candle, unknown } = stored?.isClosed
        ? { candle: stored, unknown: undefined }
        : await lookAtMinutes({ from: day, to: day + dayMs })
      if (unknown !== undefined) return { unknown }
      if (candle) days.push(candle)
    }
    return { candle: mergedOf(days) }
  }
  /** Skips candles without any minute, up to `to`. @returns false if a minute of these candles may still arrive */
  const pass = (to: number): boolean => {
    const [unknown] = holesOf({ from: next, to }, [], judgedWithin({ from: next, to }))
    if (unknown && unknown.from >= horizon) return false
    const after = unknown ? Math.max(closeTimeOf(unknown.from, tf), openTimeOf(horizon, tf)) : to
    next = Math.min(to, after)
    return true
  }
  return {
    closes,
    take: (candle: Candle) => {
      closes.push(candle)
      next = closeTimeOf(candle.openTime, tf)
    },
    /**
     * Adds candles up to `to` that lack minutes or are not rolled up. @returns whether the candles up to `to` are done
     */
    until: async (to: number): Promise<boolean> => {
      while (closes.length < limit) {
        const span = { from: next, to: closeTimeOf(next, tf) }
        if (span.to > to) return true
        const ends = await reader.minuteEnds({ asset, from: next, to })
        const there = openTimeOf(ends?.first ?? to, tf)
        if (there > next) {
          if (!pass(there)) return false
          continue
        }
        const { candle, unknown } = await (tf > 1440 ? lookAtDays(span) : lookAtMinutes(span))
        if (unknown !== undefined && unknown >= horizon) return false
        // If the source never closed a minute, the last update of the minute is final; stored candles follow the same
        // rule.
        if (unknown === undefined && candle) closes.push({ ...candle, openTime: next })
        next = span.to
      }
      return false
    },
  }
}
