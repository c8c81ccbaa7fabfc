import { columnsFrom } from '../../market/columns.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { type BacktestRun, type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Json } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'

/** Part of a period; `to` is exclusive, both in ms UTC */
export interface Span {
  from: number
  to: number
}

export interface Part extends Span {
  statistics: Statistics
}

export interface WalkForwardWindow {
  /** Part from the start of the period, by which the parameters are chosen */
  inSample: Part
  /** Part after the in-sample part, traded in a new run with the whole capital */
  outOfSample: Part
  /** Parameters that were chosen in sample; only in sweeps */
  params?: Json
}

export interface WalkForward {
  windows: WalkForwardWindow[]
  /** Growth of all out-of-sample parts one after the other, and growth of buy and hold in the same parts */
  profitShare: number
  buyAndHold: number
  /**
   * Growth rate out of sample divided by the rate in sample: 1 means as good as in sample; undefined without growth in
   * sample
   */
  efficiency: number | undefined
}

/** Min candles of an out-of-sample part that says anything */
const minCandles = 50

/**
 * Returns the anchored windows of a period: the first half of the period, each time extended by one of several equal
 * parts. Empty if the period is too short.
 */
export function windowsOf({ from, to, tf }: Span & { tf: Timeframe }, wanted = 4): { end: number; next: number }[] {
  const first = from + (to - from) / 2
  const count = Math.min(wanted, Math.floor((to - first) / (minCandles * tf * minuteMs)))
  const edge = (part: number) => (part === count ? to : openTimeOf(first + ((to - first) * part) / count, tf))
  return Array.from({ length: Math.max(0, count) }, (_, part) => ({ end: edge(part), next: edge(part + 1) }))
}

/** Splits a run with fixed parameters into windows: the time before each window's end, and the part after that end. */
export function walkForward(task: BacktestTask, run: BacktestRun, windows = 4): WalkForward | undefined {
  const parts = windowsOf(task, windows).map(({ end, next }): WalkForwardWindow => {
    const inSample = { from: task.from, to: end, statistics: statisticsOf(runUntil(run, end), task) }
    return { inSample, outOfSample: outOfSample(task, { from: end, to: next }) }
  })
  return joinWindows(parts)
}

/** Runs a part as a separate backtest, warmed up with the candles before the part. */
export function outOfSample(task: BacktestTask, { from, to }: Span): Part {
  const played = findStrategy(task.strategy)?.bind(task.params)
  const warmUp = played?.status === 'ready' ? played.playing.warmUp : 0
  const { openTime } = task.minutes
  // The warm-up counts candles instead of time, because some candles may be missing.
  const first = Math.max(0, openTime.findIndex((time) => time >= from) - (warmUp + 1) * task.tf)
  const minutes = columnsFrom(task.minutes, openTime[first] ?? from)
  return { from, to, statistics: statisticsOf(runBacktest({ ...task, from, to, minutes, both: false }), task) }
}

/** Cuts a run at a point in time. The result equals a run that ended then: no decision depends on later data. */
export function runUntil({ trades, marks }: Pick<BacktestRun, 'trades' | 'marks'>, end: number) {
  return { trades: cut(trades, end), marks: cut(marks, end) }
}

export function joinWindows(windows: WalkForwardWindow[]): WalkForward | undefined {
  const last = windows.at(-1)
  if (!last) return undefined
  const growthOf = (read: (part: Statistics) => number) =>
    windows.reduce((growth, { outOfSample: { statistics } }) => growth * (1 + read(statistics)), 1) - 1
  const profitShare = growthOf((part) => part.profitShare)
  const promised = windows.reduce((sum, { inSample }) => sum + paceOf([inSample]), 0) / windows.length
  const kept = paceOf(windows.map((window) => window.outOfSample))
  return {
    windows,
    profitShare,
    buyAndHold: growthOf((part) => part.buyAndHold),
    efficiency: promised > 0 ? kept / promised : undefined,
  }
}

/** Returns the mean logarithm of the growth per ms. */
function paceOf(parts: readonly Part[]): number {
  const growth = parts.reduce((sum, { statistics }) => sum + Math.log(Math.max(1e-9, 1 + statistics.profitShare)), 0)
  return growth / parts.reduce((sum, { from, to }) => sum + to - from, 0)
}

function cut<Columns extends { time: Float64Array }>(columns: Columns, end: number): Columns {
  const after = columns.time.findIndex((time) => time >= end)
  if (after < 0) return columns
  const entries = Object.entries<Float64Array>({ ...columns }).map(([name, values]) => [
    name,
    values.subarray(0, after),
  ])
  return Object.fromEntries(entries)
}
