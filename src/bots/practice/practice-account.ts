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
  /**
   * Undoes everything after a time of the replay. The account may then be at an earlier time, when it last changed or
   * before: the minutes since then have to be processed again.
   */
  rewind(time: number): void
  /** Copies the account as JSON that `openPractice` continues from. */
  save(): SavedAccount
}

/** An account as it is stored. The trades of each state are those before its time. */
export interface SavedAccount {
  /** States after which something had changed and the last one, oldest first; the first is the account as opened */
  states: readonly Omit<PracticeState, 'trades'>[]
  trades: readonly Fill[]
}

/** Number of states to go back to, and of trades that are kept */
const [maxStates, maxSaved, maxTrades] = [500, 100, 1000]

interface Kept {
  state: PracticeState
  /** Whether an order or a fill made this state: others can be computed again from the minutes */
  isChange: boolean
}

/** Opens an account with play money, whose orders fill as in a backtest. @param saved  account to continue */
export function openPractice(setup: Setup, start: number, saved?: SavedAccount): PracticeAccount {
  let kept = saved ? restored(saved) : [opened(setup, start)]
  const last = () => (kept.at(-1) ?? opened(setup, start)).state
  const put = (state: PracticeState, isChange: boolean) => {
    const replaced = kept.length > 1 && last().time === state.time ? kept.pop() : undefined
    kept.push({ state, isChange: isChange || replaced?.isChange === true })
    if (kept.length > maxStates) kept.splice(lessNeeded(kept), 1)
  }
  const after = (state: PracticeState, { state: run, fills, log }: StepResult, time: number): PracticeState => {
    const { trades, refused } = state
    const gone = log.filter((entry) => entry.kind === 'refused')
    return {
      ...state,
      time,
      run,
      trades: fills.length > 0 ? [...trades, ...fills].slice(-maxTrades) : trades,
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
      const before = last()
      const passed = minutes.reduce(
        (state, minute) => after(state, step(setup, state.run, { kind: 'minute', minute }), time),
        before,
      )
      const isChange = passed.trades !== before.trades || passed.refused !== before.refused
      put({ ...passed, time, last: price ?? passed.last }, isChange)
    },
    order: (intents) => {
      const state = { ...last(), refused: [] }
      const { time } = state
      put(after(state, step(setup, state.run, { kind: 'act', act: { do: 'order', intents }, time }), time), true)
    },
    rewind: (time) => {
      while (kept.length > 1 && last().time > time) kept.pop()
      // Before its first time the account is as it was opened.
      if (last().time > time) kept = [opened(setup, time)]
    },
    save: () => {
      const [first, ...others] = kept
      const changes = others.filter(({ isChange }, index) => isChange || index === others.length - 1)
      const states = [...(first ? [first] : []), ...changes.slice(-maxSaved)]
      return { states: states.map(({ state: { trades: _, ...state } }) => state), trades: last().trades }
    },
  }
}

type Setup = { capital: Money; terms: Terms }

function opened(setup: Setup, time: number): Kept {
  return { state: { time, run: openRun(setup), last: undefined, trades: [], refused: [] }, isChange: false }
}

function restored({ states, trades }: SavedAccount): Kept[] {
  return states.map((state) => ({
    state: { ...state, trades: trades.filter(({ time }) => time < state.time) },
    isChange: true,
  }))
}

/** Index of the oldest state that can be computed again, or of the oldest after the first one */
function lessNeeded(kept: readonly Kept[]): number {
  return Math.max(
    1,
    kept.findIndex(({ isChange }, index) => index > 0 && !isChange),
  )
}

/** Equity at a price: cash plus the worth of the holding */
export function practiceEquity({ run }: PracticeState, price: Units, { scale }: Terms): Money {
  return equityOf(run.desk.account, price, scale)
}
