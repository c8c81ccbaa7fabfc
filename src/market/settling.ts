import { type MinuteWindow, retentionMs } from './minute-window.ts'
import type { Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

export interface SettledClose {
  tf: Timeframe
  /** Start of the candle, ms UTC */
  openTime: number
}

/** Tracks settled candles, see `Market.closes`. Skips those that lack a minute older than the history or window. */
export interface Settling {
  /** Starts settling at the candles that end after this time, ms UTC. */
  begin(from: number): void
  hasBegun(): boolean
  markMissing(missing: Span): void
  /** Settles candles. @returns those settled since the last call, each once, in order per timeframe, shortest first */
  advance(): readonly SettledClose[]
  isSettled(tf: Timeframe, openTime: number): boolean
  prune(): void
}

const none: readonly SettledClose[] = []

/** @param horizon  returns the start of the history, ms UTC */
export function createSettling(
  minutes: Pick<MinuteWindow, 'has' | 'isClosed' | 'newest' | 'revision'>,
  horizon: () => number,
): Settling {
  /** openTime of the next candle to settle in each timeframe, ms UTC */
  const next = new Map<Timeframe, number>()
  const missing = new Set<number>()
  /** Inputs of the last run of `advance`; undefined if they are known to have changed */
  let seen: { edge: number; revision: number } | undefined

  const isKnown = (from: number, to: number, known?: Span): boolean => {
    if (known && from >= known.from && to <= known.to) return true
    // Searching backwards is faster: the last minute is the most likely to be unknown.
    for (let time = to - minuteMs; time >= from; time -= minuteMs) {
      if (!missing.has(time) && !minutes.isClosed(time)) return false
    }
    return true
  }
  /** @param known  span that a shorter timeframe has already checked in this call; extended by this check */
  const advance = (tf: Timeframe, edge: number, settled: SettledClose[], known: Span) => {
    const length = tf * minuteMs
    const begin = next.get(tf)
    if (begin === undefined) return
    let open = Math.max(begin, openTimeOf(minutes.newest() - retentionMs, tf))
    for (; ; open += length) {
      const end = open + length
      if (!isKnown(open, end, known)) {
        if (isKnown(open, Math.min(end, edge))) break
        continue
      }
      if (open > known.to) known.from = open
      known.to = Math.max(known.to, end)
      if (hasMinute(minutes, open, end)) settled.push({ tf, openTime: open })
    }
    if (open !== begin) next.set(tf, open)
  }

  return {
    begin: (from) => {
      for (const tf of timeframes) next.set(tf, openTimeOf(from, tf))
      seen = undefined
    },
    markMissing: ({ from, to }) => {
      const newest = Number.isFinite(minutes.newest()) ? minutes.newest() : to
      for (let time = Math.max(from, newest - retentionMs); time < to; time += minuteMs) missing.add(time)
      seen = undefined
    },
    advance: () => {
      const edge = Math.max(horizon(), minutes.newest() - retentionMs)
      // Most ticks change only the open minute, so no candle can settle.
      if (edge === seen?.edge && minutes.revision() === seen.revision) return none
      seen = { edge, revision: minutes.revision() }
      const settled: SettledClose[] = []
      const known = { from: 0, to: 0 }
      for (const tf of timeframes) advance(tf, edge, settled, known)
      return settled
    },
    hasBegun: () => next.size > 0,
    isSettled: (tf, openTime) => openTime < (next.get(tf) ?? Number.NEGATIVE_INFINITY),
    prune: () => {
      for (const time of missing) if (time < minutes.newest() - retentionMs) missing.delete(time)
      seen = undefined
    },
  }
}

function hasMinute(minutes: Pick<MinuteWindow, 'has'>, from: number, to: number): boolean {
  for (let time = from; time < to; time += minuteMs) if (minutes.has(time)) return true
  return false
}
