import { isDeepStrictEqual } from 'node:util'
import type { Candle } from '../../market/candle.ts'
import type { CandleColumns } from '../../market/columns.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import type { Fill } from './order.ts'
import type { Minute } from './portfolio.ts'
import type { LogEntry, RunEvent, RunState, Setup, StepResult } from './run-state.ts'
import { openRun, step } from './step.ts'

/**
 * Builds candles from minutes, live and in replays. A candle settles with its last minute or, if that minute is
 * missing, with a later one.
 */
export interface CandleMaker {
  /** Ends a candle whose time is over. Call it before the minute is processed. @returns the candle that ended before */
  leave(minute: Minute): Candle | undefined
  /** Adds a minute. Call it after the minute is processed. @returns the candle that ends with the minute */
  add(minute: Minute): Candle | undefined
  /** Ends the run. @returns the unfinished candle, which later minutes would still change */
  end(): Candle | undefined
}

export function createCandleMaker(tf: Timeframe): CandleMaker {
  let candle: Candle | undefined
  const take = () => {
    const settled = candle
    candle = undefined
    return settled
  }
  return {
    leave: (minute) => (candle && openTimeOf(minute.openTime, tf) !== candle.openTime ? take() : undefined),
    add: (minute) => {
      const openTime = openTimeOf(minute.openTime, tf)
      candle = candle ? merged(candle, minute) : { ...minute, openTime }
      return minute.openTime + minuteMs === openTime + tf * minuteMs ? take() : undefined
    },
    end: take,
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

export interface Replay {
  setup: Setup
  tf: Timeframe
  /** Known minutes, ascending; minutes before `from` warm up the strategy */
  minutes: CandleColumns
  /** Replayed period; `to` is exclusive, both in ms UTC */
  from: number
  to: number
}

export interface ReplayListener {
  onFill?(fill: Fill): void
  /**
   * Called at the close of each candle of the run, and at `to` if a candle is unfinished, with the candle's openTime
   * and the run's state at that time
   */
  onMark?(time: number, state: RunState): void
  onLog?(entry: LogEntry): void
  /** Called after each mark with the state for the other order of extremes, which is computed only if this is set */
  onOtherMark?(state: RunState): void
}

/** Number of minutes per slice, after which other work may run */
const sliceMinutes = 20_000

/**
 * Replays minutes with the same `step` as a live bot. Yields the next minute's index after each slice, so that the
 * caller can pause, report progress or stop.
 */
export function* replay(
  { setup, tf, minutes, from, to }: Replay,
  listener: ReplayListener,
): Generator<number, RunState> {
  const see = setup.playing?.watch()
  let state = openRun(setup)
  const other = listener.onOtherMark && createOtherOrder(setup)
  const candles = createCandleMaker(tf)
  const count = minutes.openTime.length

  const apply = (event: RunEvent) => {
    const stepped = step(setup, state, event)
    other?.follow(state, stepped, event)
    state = stepped.state
    if (listener.onFill) for (const fill of stepped.fills) listener.onFill(fill)
    if (listener.onLog) for (const entry of stepped.log) listener.onLog(entry)
  }
  const settle = (settled: Candle | undefined) => {
    if (!settled) return
    const signals = see?.(settled) ?? {}
    if (settled.openTime < from) return
    apply({ kind: 'close', candle: settled, signals, time: settled.openTime + tf * minuteMs })
    mark(settled.openTime)
  }
  const mark = (time: number) => {
    listener.onMark?.(time, state)
    listener.onOtherMark?.(other?.state ?? state)
  }

  for (let index = 0; index < count; index++) {
    const minute = minuteAt(minutes, index)
    if (minute.openTime >= to) break
    settle(candles.leave(minute))
    if (minute.openTime >= from) apply({ kind: 'minute', minute })
    settle(candles.add(minute))
    if (index % sliceMinutes === sliceMinutes - 1) yield index + 1
  }
  // A candle whose last minutes are missing still settles when the time of the candle is over.
  const last = candles.end()
  if (last && last.openTime + tf * minuteMs <= to) settle(last)
  else if (last && state.minute >= last.openTime) mark(Math.max(from, last.openTime))
  return state
}

export function minuteAt({ openTime, open, high, low, close, volume }: CandleColumns, index: number): Minute {
  return {
    openTime: openTime[index] ?? 0,
    open: wholeUnits(open[index] ?? 0),
    high: wholeUnits(high[index] ?? 0),
    low: wholeUnits(low[index] ?? 0),
    close: wholeUnits(close[index] ?? 0),
    volume: wholeUnits(volume[index] ?? 0),
  }
}

/** The same run with the other order of extremes. */
interface OtherOrder {
  /** Undefined while both orders give the same result */
  readonly state: RunState | undefined
  /** Applies an event to the second run, given its result in the first run */
  follow(before: RunState, stepped: StepResult, event: RunEvent): void
}

/** Costs a second step per event once the two runs differ; before that, only for events that change the portfolio. */
function createOtherOrder(setup: Setup): OtherOrder {
  const order = setup.terms.order === 'nearest' ? 'pessimistic' : 'nearest'
  const other: Setup = { ...setup, terms: { ...setup.terms, order } }
  let state: RunState | undefined
  return {
    get state() {
      return state
    },
    follow: (before, stepped, event) => {
      if (state) {
        state = step(other, state, event).state
        return
      }
      if (event.kind !== 'minute' || stepped.state.desk === before.desk) return
      const another = step(other, before, event)
      if (!isDeepStrictEqual(another, stepped)) state = another.state
    },
  }
}
