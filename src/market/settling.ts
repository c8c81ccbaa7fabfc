import type { DayWindow } from './day-window.ts'
import { type MinuteWindow, retentionMs } from './minute-window.ts'
import type { Span } from './span.ts'
import { closeTimeOf, minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

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
  /** Reports that minutes were confirmed missing or that older days were loaded. */
  reconsider(): void
  /** Settles candles. @returns those settled since the last call, each once, in order per timeframe, shortest first */
  advance(): readonly SettledClose[]
  isSettled(tf: Timeframe, openTime: number): boolean
}

/** Tracks which minutes of the window are certain: closed, or confirmed missing at the source. */
export interface KnownMinutes {
  markMissing(missing: Span): void
  areKnown(from: number, to: number): boolean
  prune(): void
}

export function createKnownMinutes(minutes: Pick<MinuteWindow, 'isClosed' | 'newest'>): KnownMinutes {
  const missing = new Set<number>()
  return {
    markMissing: ({ from, to }) => {
      const newest = Number.isFinite(minutes.newest()) ? minutes.newest() : to
      for (let time = Math.max(from, newest - retentionMs); time < to; time += minuteMs) missing.add(time)
    },
    areKnown: (from, to) => {
      // Searching backwards is faster: the last minute is the most likely to be unknown.
      for (let time = to - minuteMs; time >= from; time -= minuteMs) {
        if (!missing.has(time) && !minutes.isClosed(time)) return false
      }
      return true
    },
    prune: () => {
      for (const time of missing) if (time < minutes.newest() - retentionMs) missing.delete(time)
    },
  }
}

const none: readonly SettledClose[] = []

/** @param horizon  returns the start of the history, ms UTC */
export function createSettling(
  minutes: Pick<MinuteWindow, 'has' | 'newest' | 'revision'>,
  days: Pick<DayWindow, 'merged' | 'isKnown'>,
  areKnown: KnownMinutes['areKnown'],
  horizon: () => number,
): Settling {
  /** openTime of the next candle to settle in each timeframe, ms UTC */
  const next = new Map<Timeframe, number>()
  /** Inputs of the last run of `advance`; undefined if they are known to have changed */
  let seen: { edge: number; revision: number } | undefined

  /** @param known  span that a shorter timeframe has already checked in this call; extended by this check */
  const advance = (tf: Timeframe, edge: number, settled: SettledClose[], known: Span) => {
    const begin = next.get(tf)
    if (begin === undefined) return
    let open = Math.max(begin, openTimeOf(minutes.newest() - retentionMs, tf))
    for (; ; open = closeTimeOf(open, tf)) {
      const end = closeTimeOf(open, tf)
      if (!(open >= known.from && end <= known.to) && !areKnown(open, end)) {
        if (areKnown(open, Math.min(end, edge))) break
        continue
      }
      if (open > known.to) known.from = open
      known.to = Math.max(known.to, end)
      if (hasMinute(minutes, open, end)) settled.push({ tf, openTime: open })
    }
    if (open !== begin) next.set(tf, open)
  }
  /** Settles weeks and months. One that lacks a minute is skipped when the window has left it: backfill may fill it. */
  const advanceLong = (tf: Timeframe, edge: number, settled: SettledClose[]) => {
    const begin = next.get(tf)
    if (begin === undefined) return
    let open = begin
    for (; ; open = closeTimeOf(open, tf)) {
      const end = closeTimeOf(open, tf)
      const isKnown = days.isKnown(open, end)
      if (!isKnown && end > edge) break
      if (isKnown && days.merged(open, end)) settled.push({ tf, openTime: open })
    }
    if (open !== begin) next.set(tf, open)
  }

  return {
    begin: (from) => {
      for (const tf of timeframes) next.set(tf, openTimeOf(from, tf))
      seen = undefined
    },
    reconsider: () => {
      seen = undefined
    },
    advance: () => {
      const edge = Math.max(horizon(), minutes.newest() - retentionMs)
      // Most ticks change only the open minute, so no candle can settle.
      if (edge === seen?.edge && minutes.revision() === seen.revision) return none
      seen = { edge, revision: minutes.revision() }
      const settled: SettledClose[] = []
      const known = { from: 0, to: 0 }
      for (const tf of timeframes) {
        if (tf > 1440) advanceLong(tf, edge, settled)
        else advance(tf, edge, settled, known)
      }
      return settled
    },
    hasBegun: () => next.size > 0,
    isSettled: (tf, openTime) => openTime < (next.get(tf) ?? Number.NEGATIVE_INFINITY),
  }
}

function hasMinute(minutes: Pick<MinuteWindow, 'has'>, from: number, to: number): boolean {
  for (let time = from; time < to; time += minuteMs) if (minutes.has(time)) return true
  return false
}
