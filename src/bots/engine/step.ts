import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import { equityOf } from './account.ts'
import { matchMinute } from './fills.ts'
import type { Money } from './money.ts'
import type { Fill, Intent } from './order.ts'
import { followHigh, type Minute, openPortfolio, place, type Terms } from './portfolio.ts'
import {
  type Breach,
  buyLimitsOf,
  limitIntents,
  openRisk,
  protectiveIntents,
  type RiskRules,
  watchRisk,
} from './risk.ts'
import type { BotCommand, Drawdown, LogEntry, Mode, RunEvent, RunState, Setup, StepResult } from './run-state.ts'
import type { Decision, Json, Signals, StrategyView } from './strategy.ts'

const nothing: readonly never[] = []

export function openRun({ capital, playing }: Setup): RunState {
  return {
    desk: openPortfolio(capital),
    mode: { state: 'running' },
    risk: openRisk(capital),
    memory: playing?.begin() ?? null,
    minute: -1,
    price: wholeUnits(0),
  }
}

/**
 * The single implementation of bot behavior, live and in replays, without side effects. Orders placed by an event fill
 * in later minutes.
 */
export function step(begun: Setup, state: RunState, event: RunEvent): StepResult {
  const setup = withFees(begun, state)
  switch (event.kind) {
    case 'minute':
      return stepMinute(setup, state, event.minute)
    case 'close':
      return stepClose(setup, state, event)
    case 'corrected': {
      const { from, to, time } = event
      return { state, fills: nothing, log: [{ kind: 'corrected', time, from, to }] }
    }
    case 'act':
      return stepCommand(state, event.act, event.time)
  }
}

function withFees(setup: Setup, { fees }: RunState): Setup {
  return fees ? { ...setup, terms: { ...setup.terms, costs: { ...setup.terms.costs, ...fees } } } : setup
}

/** Returns the cash plus the worth of the holding at the last known price. */
export function equityAt(state: RunState, { scale }: Terms): Money {
  return equityOf(state.desk.account, state.price, scale)
}

/**
 * Updates the drawdown after a minute.
 * @param span from the end of the previous minute to the end of this one, ms UTC
 */
function drawdownAfter(equity: Money, { begin, end }: { begin: number; end: number }, known: Drawdown): Drawdown {
  const { from, peak, deepest, longestMs, since = begin } = known
  if (equity === peak && known.since === undefined) return known
  if (equity >= peak) return { from, peak: equity, deepest, longestMs }
  return {
    from,
    peak,
    since,
    deepest: Math.max(deepest, 1 - equity / peak),
    longestMs: Math.max(longestMs, end - since),
  }
}

function stepMinute({ capital, terms, risk: rules, playing }: Setup, state: RunState, minute: Minute): StepResult {
  const isPaused = state.mode.state === 'paused'
  const buying = rules || isPaused ? buyLimitsOf(isPaused, state.risk, rules ?? {}, minute.openTime) : undefined
  const { desk: matched, fills, refused, highest } = matchMinute(state.desk, minute, terms, buying)
  const desk = followHigh(matched, minute, terms)
  const time = minute.openTime + minuteMs
  const begin = state.minute < 0 ? minute.openTime : state.minute + minuteMs
  const equity = equityOf(desk.account, minute.close, terms.scale)
  const known = state.drawdown ?? { from: begin, peak: capital, deepest: 0, longestMs: 0 }
  const drawdown = drawdownAfter(equity, { begin, end: time }, known)
  const passed = { ...state, desk, drawdown, minute: minute.openTime, price: minute.close }
  const isQuiet = fills.length === 0 && refused.length === 0 && !rules && !isPaused
  if (isQuiet) return { state: passed, fills, log: nothing }
  const run = continueRun(passed, fills)
  for (const order of refused) run.log({ kind: 'refused', time, order })
  const { mode } = state
  if (mode.state === 'paused' && mode.until !== undefined && time >= mode.until) run.setMode({ state: 'running' }, time)
  if (rules) {
    const before = equityAt(state, terms)
    const lost = fills.some(({ profit }) => profit < 0)
    const { memory, breach } = watchRisk(state.risk, desk, minute, { rules, scale: terms.scale, before, lost, highest })
    run.change({ risk: memory })
    if (breach && run.state.mode.state !== 'halted') stopFor(run, breach, time)
  }
  if (fills.length > 0 && playing && run.state.mode.state !== 'halted') {
    const decision = playing.onFills(run.state.memory, fills, viewOf(run.state, terms, time))
    decide(run, decision, { terms, rules, time, signals: {} })
  }
  if (rules && run.state.mode.state !== 'halted') {
    const intents = protectiveIntents(run.state.risk, run.state.desk, rules, terms.scale)
    if (intents.length > 0) run.change({ desk: place(run.state.desk, intents, time) })
  }
  return run.end()
}

function stepClose(
  { terms, risk: rules, playing }: Setup,
  state: RunState,
  event: RunEvent & { kind: 'close' },
): StepResult {
  const { signals, time } = event
  if (!playing || state.mode.state === 'halted') return { state, fills: nothing, log: nothing }
  const decision = playing.onClose(state.memory, signals, viewOf(state, terms, time))
  // Fast path: most closes of candles change nothing.
  if (decision.intents.length === 0 && decision.memory === state.memory) {
    const entry = { kind: 'decision', time, signals, intents: nothing, dropped: nothing } as const
    return { state, fills: nothing, log: [entry] }
  }
  const run = continueRun(state, nothing)
  decide(run, decision, { terms, rules, time, signals })
  return run.end()
}

function stepCommand(state: RunState, act: BotCommand, time: number): StepResult {
  // A halt is final, even while the holding is still being sold, so later commands are ignored.
  if (state.mode.state === 'halted') return { state, fills: nothing, log: nothing }
  const run = continueRun(state, nothing)
  if (act.do === 'order') run.change({ desk: place(state.desk, act.intents, time) })
  else if (act.do === 'fees') run.change({ fees: act.fees })
  else if (act.do === 'pause') run.setMode({ state: 'paused', reason: 'person' }, time)
  else if (act.do === 'resume') run.setMode({ state: 'running' }, time)
  else halt(run, act, time)
  return run.end()
}

function viewOf({ desk, price }: RunState, { scale }: Terms, time: number): StrategyView {
  return { desk, scale, price, time }
}

interface Deciding {
  terms: Terms
  rules: RiskRules | undefined
  time: number
  signals: Signals
}

/** Places the strategy's intents as far as the rules allow, and logs the decision. */
function decide(run: EventRun, { memory, intents }: Decision<Json>, { terms, rules, time, signals }: Deciding): void {
  const { desk, mode, risk } = run.state
  if (memory !== run.state.memory) run.change({ memory })
  const buys = mode.state === 'running'
  const equity = equityAt(run.state, terms)
  const within = limitIntents(intents, { desk, memory: risk, rules: rules ?? {}, equity, time, buys })
  if (within.intents.length > 0) run.change({ desk: place(desk, within.intents, time) })
  run.log({ kind: 'decision', time, signals, ...within })
}

function stopFor(run: EventRun, breach: Breach, time: number): void {
  if (breach.kind === 'drawdown') halt(run, { reason: 'drawdown', sell: true }, time)
  else if (run.state.mode.state === 'running') {
    run.setMode({ state: 'paused', until: breach.until, reason: 'daily-loss' }, time)
  }
}

function halt(run: EventRun, { reason, sell }: { reason: string; sell: boolean }, time: number): void {
  run.setMode({ state: 'halted', reason }, time)
  const { desk } = run.state
  const sale: Intent[] = sell && desk.account.quantity > 0 ? [{ act: 'sell', quantity: 'all', reason }] : []
  run.change({ desk: place(desk, [{ act: 'cancel', name: 'all' }, ...sale], time) })
}

type EventRun = ReturnType<typeof continueRun>

/** Collects the effects of one event without changing the initial state. */
function continueRun(begun: RunState, fills: readonly Fill[]) {
  let state = begun
  const log: LogEntry[] = []
  return {
    get state() {
      return state
    },
    change: (part: Partial<RunState>) => {
      state = { ...state, ...part }
    },
    log: (entry: LogEntry) => void log.push(entry),
    setMode: (mode: Mode, time: number) => {
      state = { ...state, mode }
      log.push({ kind: 'mode', time, mode })
    },
    end: (): StepResult => ({ state, fills, log }),
  }
}
