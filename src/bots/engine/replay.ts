import type { Candle } from '../../market/candle.ts'
import type { CandleColumns } from '../../market/columns.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import type { Minute } from './desk.ts'
import type { Money } from './money.ts'
import type { Fill } from './order.ts'
import { equityAt, type LogEntry, openRun, type RunEvent, type RunState, type Setup, step } from './step.ts'

export interface Replay {
  setup: Setup
  tf: Timeframe
  /** Known minutes, ascending; those before `from` warm the strategy up */
  minutes: CandleColumns
  /** ms UTC; `to` is exclusive */
  from: number
  to: number
}

export interface ReplayListener {
  onFill?(fill: Fill): void
  /** At the close of each candle of the run: its openTime, the equity, the close, and whether something is held */
  onMark?(time: number, equity: Money, close: Units, holds: boolean): void
  onLog?(entry: LogEntry): void
}

/** How many minutes are passed before others may have their turn */
export const sliceMinutes = 20_000

/**
 * Runs a bot over stored minutes by the same `step` as a live one. Minutes before `from` are candles for the strategy's
 * eyes only. Yields the index of the next minute from time to time, so that whoever drives it can wait, tell, or stop.
 */
export function* replay({ setup, tf, minutes, from, to }: Replay, told: ReplayListener): Generator<number, RunState> {
  const see = setup.playing?.watch()
  let state = openRun(setup)
  let candle: Candle | undefined
  const count = minutes.openTime.length

  const tell = (event: RunEvent) => {
    const stepped = step(setup, state, event)
    state = stepped.state
    if (told.onFill) for (const fill of stepped.fills) told.onFill(fill)
    if (told.onLog) for (const entry of stepped.log) told.onLog(entry)
  }
  const settle = (settled: Candle) => {
    const signals = see?.(settled) ?? {}
    if (settled.openTime < from) return
    tell({ kind: 'close', candle: settled, signals, time: settled.openTime + tf * minuteMs })
    told.onMark?.(settled.openTime, equityAt(state, setup.terms), settled.close, state.desk.account.quantity > 0)
  }

  for (let index = 0; index < count; index++) {
    const minute = minuteAt(minutes, index)
    if (minute.openTime >= to) break
    const openTime = openTimeOf(minute.openTime, tf)
    if (candle && candle.openTime !== openTime) {
      settle(candle)
      candle = undefined
    }
    if (minute.openTime >= from) tell({ kind: 'minute', minute })
    candle = candle ? merged(candle, minute) : { ...minute, openTime }
    if (index % sliceMinutes === sliceMinutes - 1) yield index + 1
  }
  // A candle that reaches beyond the end has not settled.
  if (candle && candle.openTime + tf * minuteMs <= to) settle(candle)
  return state
}

function minuteAt({ openTime, open, high, low, close, volume }: CandleColumns, index: number): Minute {
  return {
    openTime: openTime[index] ?? 0,
    open: wholeUnits(open[index] ?? 0),
    high: wholeUnits(high[index] ?? 0),
    low: wholeUnits(low[index] ?? 0),
    close: wholeUnits(close[index] ?? 0),
    volume: wholeUnits(volume[index] ?? 0),
  }
}

function merged(candle: Candle, { high, low, close, volume }: Minute): Candle {
  return {
    openTime: candle.openTime,
    open: candle.open,
    high: high > candle.high ? high : candle.high,
    low: low < candle.low ? low : candle.low,
    close,
    volume: wholeUnits(candle.volume + volume),
  }
}
