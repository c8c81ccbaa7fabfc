import type { MinuteWindow } from './minute-window.ts'
import { retentionMs } from './minute-window.ts'
import type { Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

/** The newest settled close of a timeframe. */
export interface SettledClose {
  tf: Timeframe
  /** ms UTC */
  openTime: number
}

/** Which candles of one asset are settled: all their minutes have closed, or are known to be missing at the source. */
export interface Settling {
  /** Candles that end after this moment, ms UTC, are still to settle. */
  begin(from: number): void
  hasBegun(): boolean
  /** Notes minutes that the source does not have. */
  judge(missing: Span): void
  /** @returns what has settled since the last call, shortest timeframe first */
  advance(): SettledClose[]
  isSettled(tf: Timeframe, openTime: number): boolean
  prune(): void
}

/** @param minutes  what is older than they go back is taken for told: `closes` has it from the database */
export function createSettling(minutes: Pick<MinuteWindow, 'get' | 'newest'>): Settling {
  /** openTime of the next candle to settle */
  const next = new Map<Timeframe, number>()
  const missing = new Set<number>()

  const isKnown = (from: number, to: number): boolean => {
    // From the end: the last minute is the likeliest to be unknown.
    for (let time = to - minuteMs; time >= from; time -= minuteMs) {
      if (!missing.has(time) && !minutes.get(time)?.isClosed) return false
    }
    return true
  }
  const hasMinute = (from: number, to: number): boolean => {
    for (let time = from; time < to; time += minuteMs) if (minutes.get(time)) return true
    return false
  }
  const advance = (tf: Timeframe): number | undefined => {
    const length = tf * minuteMs
    const oldest = minutes.newest() - retentionMs
    let open = next.get(tf)
    if (open === undefined) return undefined
    if (open < oldest) open = openTimeOf(oldest, tf) + length
    let told: number | undefined
    for (; isKnown(open, open + length); open += length) if (hasMinute(open, open + length)) told = open
    next.set(tf, open)
    return told
  }

  return {
    begin: (from) => {
      for (const tf of timeframes) next.set(tf, openTimeOf(from, tf))
    },
    judge: ({ from, to }) => {
      const newest = Number.isFinite(minutes.newest()) ? minutes.newest() : to
      for (let time = Math.max(from, openTimeOf(newest - retentionMs, 1)); time < to; time += minuteMs)
        missing.add(time)
    },
    advance: () =>
      timeframes.flatMap((tf) => {
        const openTime = advance(tf)
        return openTime === undefined ? [] : [{ tf, openTime }]
      }),
    hasBegun: () => next.size > 0,
    isSettled: (tf, openTime) => openTime < (next.get(tf) ?? Number.NEGATIVE_INFINITY),
    prune: () => {
      for (const time of missing) if (time < minutes.newest() - retentionMs) missing.delete(time)
    },
  }
}
