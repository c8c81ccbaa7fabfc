import type { Units } from '../../market/units.ts'
import { equityOf } from '../engine/account.ts'
import type { Money } from '../engine/money.ts'
import type { Fill, Intent, Order } from '../engine/order.ts'
import type { Minute, Terms } from '../engine/portfolio.ts'
import type { RunState, StepResult } from '../engine/run-state.ts'
import { openRun, step } from '../engine/step.ts'

/** An account at one time of a replay. Immutable: each change creates another one. */
export interface PracticeState {
  /** Time up to which minutes were processed, ms UTC */
  time: number
  run: RunState
  /** Last price at that time, in price units; undefined before the first minute */
  last: Units | undefined
  trades: readonly Fill[]
  /** Orders that could not fill and were removed, since the last order by hand */
  refused: readonly Refusal[]
}

interface Refusal {
  order: Order
  /** End of the minute that removed the order, ms UTC */
  time: number
}

export interface PracticeAccount {
  readonly state: PracticeState
  /** Whether orders wait, so that the minutes of the next step are needed: without orders, they change nothing */
  readonly needsMinutes: boolean
  /**
   * Processes the minutes since the last time, ascending.
   * @param price last price at the new time; by default the close of the last minute
   */
  advance(minutes: readonly Minute[], time: number, price?: Units): void
  order(intents: readonly Intent[]): void
  /** Undoes everything after a time of the replay. */
  rewind(time: number): void
}

/** Opens an account with play money, whose orders fill as in a backtest. */
export function openPractice(setup: { capital: Money; terms: Terms }, start: number): PracticeAccount {
  const first: PracticeState = { time: start, run: openRun(setup), last: undefined, trades: [], refused: [] }
  /** States at the times of the replay, oldest first */
  const states: PracticeState[] = [first]
  const last = () => states.at(-1) ?? first
  const put = (state: PracticeState) => {
    if (states.length > 1 && last().time === state.time) states.pop()
    states.push(state)
  }
  const after = (state: PracticeState, { state: run, fills, log }: StepResult, time: number): PracticeState => {
    const { trades, refused } = state
    const gone = log.filter((entry) => entry.kind === 'refused')
    return {
      ...state,
      time,
      run,
      trades: fills.length > 0 ? [...trades, ...fills] : trades,
      refused: gone.length > 0 ? [...refused, ...gone] : refused,
    }
  }
  return {
    get state() {
      return last()
    },
    get needsMinutes() {
      return last().run.desk.orders.length > 0
    },
    advance: (minutes, time, price = minutes.at(-1)?.close) => {
      const passed = minutes.reduce(
        (state, minute) => after(state, step(setup, state.run, { kind: 'minute', minute }), time),
        last(),
      )
      put({ ...passed, time, last: price ?? passed.last })
    },
    order: (intents) => {
      const state = { ...last(), refused: [] }
      const { time } = state
      put(after(state, step(setup, state.run, { kind: 'act', act: { do: 'order', intents }, time }), time))
    },
    rewind: (time) => {
      while (states.length > 1 && last().time > time) states.pop()
      // Before its first time the account is as it was opened.
      if (last().time > time) states.splice(0, states.length, { ...first, time })
    },
  }
}

/** Equity at a price: cash plus the worth of the holding */
export function practiceEquity({ run }: PracticeState, price: Units, { scale }: Terms): Money {
  return equityOf(run.desk.account, price, scale)
}
