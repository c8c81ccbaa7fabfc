import { describe, expect, test } from 'bun:test'
import { columnsOf, minute, play, run, start, termsOf } from '../../../tests/bot-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from './money.ts'
import type { Fill, Intent } from './order.ts'
import type { Minute } from './portfolio.ts'
import type { RiskRules } from './risk.ts'
import type { BotCommand, LogEntry } from './run-state.ts'
import { openRun, step } from './step.ts'

const capital = wholeMoney(1000 * 1e8)
const midnight = Date.UTC(2026, 0, 5, 21)
const minuteMs = 60_000

/** Creates a minute whose price moves from `open` to `close`; prices have two digits. */
const at = (n: number, open: number, close = open, begin = start) =>
  minute(begin + n * minuteMs, [open, Math.max(open, close), Math.min(open, close), close])
const spend = (whole: number | 'all', name?: string): Intent => ({
  act: 'buy',
  spend: whole === 'all' ? 'all' : wholeMoney(whole * 1e8),
  reason: 'person',
  ...(name && { name }),
})
const waits = (price: number, quantity: number, name: string): Intent => ({
  act: 'limit',
  side: 'buy',
  price: wholeUnits(price),
  quantity: wholeUnits(quantity),
  name,
  reason: 'person',
})

/** Plays a sequence of orders, commands and minutes under risk rules */
function live(risk: RiskRules, given: readonly (Minute | Intent[] | BotCommand)[]) {
  const setup = { capital, terms: termsOf(), risk }
  let state = openRun(setup)
  const fills: Fill[] = []
  const log: LogEntry[] = []
  for (const each of given) {
    const act = Array.isArray(each) ? { do: 'order' as const, intents: each } : 'do' in each ? each : undefined
    const event = act
      ? { kind: 'act' as const, act, time: state.minute + minuteMs }
      : { kind: 'minute' as const, minute: each as Minute }
    const stepped = step(setup, state, event)
    state = stepped.state
    fills.push(...stepped.fills)
    log.push(...stepped.log)
  }
  return {
    state,
    trades: fills.map(({ time, order, price }) => [(time - start) / minuteMs, order.reason, Number(price)]),
    modes: log.flatMap((entry) => (entry.kind === 'mode' ? [[(entry.time - start) / minuteMs, entry.mode]] : [])),
    refused: log.flatMap((entry) => (entry.kind === 'refused' ? [entry.order.name] : [])),
  }
}

const flat = Array.from({ length: 5 }, (_, n) => at(n, 2000))

test.each([1, 3, 5])('no more than %d orders wait at the same time', (maxOrders) => {
  const playing = play('grid', { lower: 15, upper: 24, levels: 12, spacing: 'arithmetic', trailing: false })
  const setup = { capital, terms: termsOf(), risk: { maxOrders }, playing }
  const { state, log } = run({ setup, tf: 1, minutes: columnsOf(flat) })
  expect(state.desk.orders).toHaveLength(maxOrders)
  const dropped = log.flatMap((entry) => (entry.kind === 'decision' ? entry.dropped : []))
  expect(new Set(dropped.map(({ why }) => why))).toEqual(new Set(['too-many-orders']))
})

describe('a waiting purchase', () => {
  const falls = [at(0, 2000), at(1, 2000, 1800), at(2, 1800)]

  test('is held back while the bot is paused, and fills after it resumes', () => {
    const paused = [[waits(1900, 1000, 'a')], falls[0] ?? [], { do: 'pause' } as const, ...falls.slice(1)]
    expect(live({}, paused).trades).toEqual([])
    expect(live({}, [...paused, { do: 'resume' }, at(3, 1850)]).trades).toEqual([[3, 'person', 1850]])
    expect(live({}, [[waits(1900, 1000, 'a')], ...falls]).trades).toEqual([[1, 'person', 1900]])
  })

  test('is held back during the cooldown after a loss, while a market purchase is dropped', () => {
    const given = [[spend(500)], at(0, 2000), [waits(1900, 1000, 'a')], at(1, 2000, 1950), at(2, 1970, 1850)]
    const lost = live({ stopLoss: 20_000, cooldownMinutes: 2 }, [...given, [spend(100, 'b')], at(3, 1850), at(4, 1850)])
    expect(lost.trades).toEqual([
      [0, 'person', 2000],
      [1, 'stop-loss', 1960],
      [4, 'person', 1850],
    ])
    expect(lost.refused).toEqual(['b'])
  })

  test('does not stop risk sales while the bot is paused', () => {
    const given = [[spend(500)], at(0, 2000), { do: 'pause' } as const, at(1, 2000, 1900)]
    expect(live({ stopLoss: 20_000 }, given).trades[1]).toEqual([1, 'stop-loss', 1960])
  })
})

describe('the share of the money that may be invested', () => {
  const half = { allocation: 500_000 }

  test('limits waiting orders too: beyond it an order fills in part or not at all', () => {
    const orders = [waits(1900, 20_000, 'a'), waits(1850, 20_000, 'b'), waits(1800, 1000, 'c')]
    const { state, refused } = live(half, [orders, at(0, 2000, 1700)])
    const { cost } = state.desk.account
    // Twenty units at 19.00 cost 380. At 18.50, half of the equity is 495, so 115 remain and buy 6.216.
    expect(Number(cost)).toBe(380 * 1e8 + 6216 * 1850 * 1000)
    expect(refused).toEqual(['c'])
    expect(live({}, [orders, at(0, 2000, 1700)]).state.desk.account.quantity).toBe(wholeUnits(41_000))
  })

  test.each(['grid', 'dca'])('is respected by every strategy: %s', (id) => {
    const params = {
      grid: { lower: 15, upper: 24, levels: 12, spacing: 'arithmetic', trailing: false },
      dca: { amount: 200, every: 1, safetyOrders: 3, dip: 1, scale: 2, takeProfit: 0 },
    }
    const minutes = Array.from({ length: 50 }, (_, n) => at(n, 2000 - 10 * n, 1990 - 10 * n))
    const setup = {
      capital,
      terms: termsOf(),
      risk: { allocation: 300_000 },
      playing: play(id, params[id as keyof typeof params]),
    }
    const { state } = run({ setup, tf: 1, minutes: columnsOf(minutes) })
    expect(state.desk.account.cost).toBeGreaterThan(250 * 1e8)
    expect(state.desk.account.cost).toBeLessThanOrEqual(300 * 1e8)
  })
})

describe('the drawdown from the highest equity', () => {
  const rises = [[spend('all')], at(0, 2000), at(1, 2000, 2500)]

  test('sells everything in the next minute and halts the bot beyond the limit, not at it', () => {
    const risk = { maxDrawdown: 100_000 }
    const ended = live(risk, [...rises, at(2, 2500, 2250), at(3, 2250, 2249), at(4, 2240), at(5, 1000)])
    expect(ended.modes).toEqual([[4, { state: 'halted', reason: 'drawdown' }]])
    expect(ended.trades.slice(1)).toEqual([[4, 'drawdown', 2240]])
    expect(ended.state.desk).toMatchObject({ orders: [], account: { quantity: 0, cash: 1120 * 1e8 } })
  })

  test('is measured at closes, not at prices within a minute', () => {
    const dips = minute(start + 2 * minuteMs, [2500, 2500, 100, 2500])
    expect(live({ maxDrawdown: 100_000 }, [...rises, dips]).modes).toEqual([])
  })
})

describe('the loss of a day', () => {
  const risk = { dailyLoss: 100_000 }
  const day = (n: number, open: number, close = open) => at(n, open, close, midnight)
  const minutesOf = (time: number) => (midnight - start) / minuteMs + time

  test('pauses the bot until midnight in Moscow, once; then it buys again', () => {
    const given = [[spend(900)], day(-9, 2000), day(-8, 2000, 1770), day(-7, 1770, 1700), [waits(1750, 100, 'a')]]
    const { modes, trades } = live(risk, [...given, day(-6, 1700), day(-1, 1700), day(0, 1700), day(1, 1700)])
    expect(modes).toEqual([
      [minutesOf(-7), { state: 'paused', until: midnight, reason: 'daily-loss' }],
      [minutesOf(0), { state: 'running' }],
    ])
    expect(trades.slice(1)).toEqual([[minutesOf(0), 'person', 1700]])
  })

  test('is measured from the equity at midnight', () => {
    const given = [[spend('all')], day(-9, 2000), day(-1, 2000, 2100), day(0, 2100, 1900), day(1, 1900, 1889)]
    expect(live(risk, given).modes).toEqual([
      [minutesOf(2), { state: 'paused', until: midnight + 24 * 60 * minuteMs, reason: 'daily-loss' }],
    ])
  })
})

test('a trailing stop follows the highest price since the purchase and never falls', () => {
  const given = [[spend('all')], at(0, 2000), at(1, 2000, 2500), at(2, 2500, 2300), at(3, 2300, 2200)]
  expect(live({ trailing: 100_000 }, given).trades[1]).toEqual([3, 'trailing-stop', 2250])
  // The next purchase starts a new trailing stop.
  const again = [...given, [spend('all')], at(4, 2200), at(5, 2200, 2000), at(6, 2000, 1900)]
  expect(live({ trailing: 100_000 }, again).trades.slice(2)).toEqual([
    [4, 'person', 2200],
    [6, 'trailing-stop', 1980],
  ])
})

describe('the highest price of a position', () => {
  const flat = (from: number) => [at(from, 5200), at(from + 1, 5200), at(from + 2, 5200)]

  test('ignores prices before the purchase', () => {
    const given = [[waits(6000, 1000, 'a')], at(0, 10_000), minute(start + minuteMs, [10_000, 10_100, 5000, 5200])]
    expect(live({ trailing: 200_000 }, [...given, ...flat(2)]).trades).toEqual([[1, 'person', 6000]])
    const fallen = [...given, ...flat(2), at(5, 5200, 4700)]
    expect(live({ trailing: 200_000 }, fallen).trades.slice(1)).toEqual([[5, 'trailing-stop', 4800]])
  })

  test('includes prices after the purchase within the same minute', () => {
    // The price first rises, then falls to 50 and returns to 90; 20 % below 90 is 72.
    const rises = minute(start + minuteMs, [10_000, 10_100, 5000, 9000])
    const given = [[waits(6000, 1000, 'a')], at(0, 10_000), rises, at(2, 9000, 7000)]
    expect(live({ trailing: 200_000 }, given).trades.slice(1)).toEqual([[2, 'trailing-stop', 7200]])
  })

  test('restarts if a position closes and opens again within a minute', () => {
    const given = [
      [spend(500)],
      at(0, 10_000),
      [waits(6000, 1000, 'a')],
      minute(start + minuteMs, [10_000, 10_000, 5000, 5200]),
    ]
    const { trades } = live({ trailing: 200_000 }, [...given, ...flat(2)])
    expect(trades).toEqual([
      [0, 'person', 10_000],
      [1, 'trailing-stop', 8000],
      [1, 'person', 6000],
    ])
  })
})

test('take profit sells at the first price step above its level', () => {
  const given = [[spend('all')], at(0, 2001), at(1, 2001, 2101), at(2, 2101, 2103)]
  expect(live({ takeProfit: 50_000 }, given).trades[1]).toEqual([2, 'take-profit', 2102])
})

test('stop and profit levels fall on the exact step where a float would miss it', () => {
  const fall = [[spend(100)], at(0, 1000), at(1, 1000, 900)]
  expect(live({ stopLoss: 70_000 }, fall).trades[1]).toEqual([1, 'stop-loss', 930])
  expect(live({ trailing: 70_000 }, fall).trades[1]).toEqual([1, 'trailing-stop', 930])
  const rise = [[spend(100)], at(0, 2000), at(1, 2000, 2281)]
  expect(live({ takeProfit: 140_000 }, rise).trades[1]).toEqual([1, 'take-profit', 2280])
})
