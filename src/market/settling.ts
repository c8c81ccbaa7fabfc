import type { MinuteWindow } from './minute-window.ts'
import { retentionMs } from './minute-window.ts'
import type { Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

export interface SettledClose {
  tf: Timeframe
  /** ms UTC */
  openTime: number
}

/** Settled as `closes` has it. What lacks a minute older than the history, or than are kept here, is passed over. */
export interface Settling {
  /** Candles that end after this moment, ms UTC, are still to settle. */
  begin(from: number): void
  hasBegun(): boolean
  judge(missing: Span): void
  /** @returns what has settled since the last call, each once: of a timeframe in order, shortest timeframe first */
  advance(): readonly SettledClose[]
  isSettled(tf: Timeframe, openTime: number): boolean
  prune(): void
}

const none: readonly SettledClose[] = []

/** @param horizon  where the history begins, ms UTC */
export function createSettling(
  minutes: Pick<MinuteWindow, 'has' | 'isClosed' | 'newest' | 'revision'>,
  horizon: () => number,
): Settling {
  /** openTime of the next candle to settle */
  const next = new Map<Timeframe, number>()
  const missing = new Set<number>()
  /** What the last look was made of: undefined when it is known to differ now */
  let seen: { edge: number; revision: number } | undefined

  const isKnown = (from: number, to: number): boolean => {
    // From the end: the last minute is the likeliest to be unknown.
    for (let time = to - minuteMs; time >= from; time -= minuteMs) {
      if (!missing.has(time) && !minutes.isClosed(time)) return false
    }
    return true
  }
  const advance = (tf: Timeframe, edge: number, settled: SettledClose[]) => {
    const length = tf * minuteMs
    const begin = next.get(tf)
    if (begin === undefined) return
    let open = Math.max(begin, openTimeOf(minutes.newest() - retentionMs, tf))
    for (; ; open += length) {
      const end = open + length
      if (!isKnown(open, end)) {
        if (isKnown(open, Math.min(end, edge))) break
      } else if (hasMinute(minutes, open, end)) settled.push({ tf, openTime: open })
    }
    if (open !== begin) next.set(tf, open)
  }

  return {
    begin: (from) => {
      for (const tf of timeframes) next.set(tf, openTimeOf(from, tf))
      seen = undefined
    },
    judge: ({ from, to }) => {
      const newest = Number.isFinite(minutes.newest()) ? minutes.newest() : to
      for (let time = Math.max(from, newest - retentionMs); time < to; time += minuteMs) missing.add(time)
      seen = undefined
    },
    advance: () => {
      const edge = Math.max(horizon(), minutes.newest() - retentionMs)
      // Most ticks change the open minute alone.
      if (edge === seen?.edge && minutes.revision() === seen.revision) return none
      seen = { edge, revision: minutes.revision() }
      const settled: SettledClose[] = []
      for (const tf of timeframes) advance(tf, edge, settled)
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
