import fc from 'fast-check'
import { type Costs, type Money, wholeMoney } from '../src/bots/engine/money.ts'
import type { Fill } from '../src/bots/engine/order.ts'
import type { Minute, Terms } from '../src/bots/engine/portfolio.ts'
import { type Replay, replay } from '../src/bots/engine/replay.ts'
import type { LogEntry, RunState } from '../src/bots/engine/run-state.ts'
import { equityAt } from '../src/bots/engine/step.ts'
import type { BoundStrategy, Json } from '../src/bots/engine/strategy.ts'
import { findStrategy } from '../src/bots/strategies/catalog.ts'
import { type CandleColumns, emptyColumns } from '../src/market/columns.ts'
import { wholeUnits } from '../src/market/units.ts'
import { anyRules } from './any-rules.ts'
import { printRules } from './print-rules.ts'

export const start = Date.UTC(2026, 0, 5)

export const noCosts: Costs = { takerFee: 0, makerFee: 0, spread: 0, slippage: 0 }

/** Trading terms with two price digits and three quantity digits. */
export function termsOf(more: Partial<Terms> = {}): Terms {
  const scale = { priceDigits: 2, volumeDigits: 3, priceStep: 1, quantityStep: 1, minNotional: wholeMoney(0) }
  return { scale, costs: noCosts, order: 'nearest', ...more }
}

export function play(id: string, params: Record<string, Json>): BoundStrategy {
  const outcome = findStrategy(id)?.bind(params)
  if (outcome?.status !== 'ready') throw new Error(`${id}: ${JSON.stringify(outcome)}`)
  return outcome.playing
}

export interface Ran {
  fills: Fill[]
  marks: [time: number, equity: Money][]
  log: LogEntry[]
  state: RunState
}

export function run(given: Omit<Replay, 'from' | 'to'> & Partial<Pick<Replay, 'from' | 'to'>>): Ran {
  const ran: Omit<Ran, 'state'> = { fills: [], marks: [], log: [] }
  const going = replay(
    { from: 0, to: Number.MAX_SAFE_INTEGER, ...given },
    {
      onFill: (fill) => ran.fills.push(fill),
      onMark: (time, state) => ran.marks.push([time, equityAt(state, given.setup.terms)]),
      onLog: (entry) => ran.log.push(entry),
    },
  )
  for (;;) {
    const { done, value } = going.next()
    if (done) return { ...ran, state: value }
  }
}

/** Generates a random walk of minutes with occasional gaps; each price is a few steps from the previous price. */
export function minutesOf(most: number, least = 1): fc.Arbitrary<Minute[]> {
  const one = fc.record({
    gap: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }) }),
    move: fc.integer({ min: -40, max: 40 }),
    jump: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -60, max: 60 }) },
    ),
    up: fc.nat(30),
    down: fc.nat(30),
    volume: fc.nat(50_000),
  })
  return fc.array(one, { minLength: least, maxLength: most }).map((moves) => {
    let openTime = start
    let price = 2_000
    return moves.map(({ gap, move, jump, up, down, volume }) => {
      openTime += gap * 60_000
      const open = Math.max(100, price + jump)
      price = Math.max(100, open + move)
      return minute(
        openTime,
        [open, Math.max(open, price) + up, Math.max(50, Math.min(open, price) - down), price],
        volume,
      )
    })
  })
}

export function minute(
  openTime: number,
  [open, high, low, close]: readonly [number, number, number, number],
  volume = 1_000_000,
): Minute {
  return {
    openTime,
    open: wholeUnits(open),
    high: wholeUnits(high),
    low: wholeUnits(low),
    close: wholeUnits(close),
    volume: wholeUnits(volume),
  }
}

export function columnsOf(minutes: readonly Minute[]): CandleColumns {
  const columns = emptyColumns(minutes.length)
  for (const [index, each] of minutes.entries()) {
    for (const name of ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const)
      columns[name][index] = each[name]
  }
  return columns
}

/** Every strategy with arbitrary parameters that are small enough for short price histories. */
export const anyPlayed: readonly [id: string, params: fc.Arbitrary<Record<string, Json>>][] = [
  [
    'dca',
    fc.record({
      amount: fc.integer({ min: 1, max: 300 }),
      every: fc.integer({ min: 1, max: 9 }),
      safetyOrders: fc.nat(6),
      dip: fc.constantFrom(0.1, 0.5, 2, 20),
      scale: fc.constantFrom(1, 1.5),
      takeProfit: fc.constantFrom(0, 0.5, 2),
    }),
  ],
  [
    'grid',
    fc.record({
      lower: fc.constantFrom(0.001, 15, 18),
      upper: fc.constantFrom(21, 24),
      levels: fc.integer({ min: 2, max: 12 }),
      spacing: fc.constantFrom('arithmetic', 'geometric'),
      trailing: fc.boolean(),
    }),
  ],
  ['ma-cross', fc.record({ fast: fc.integer({ min: 1, max: 4 }), slow: fc.integer({ min: 5, max: 9 }) })],
  [
    'rsi',
    fc.record({
      length: fc.integer({ min: 2, max: 4 }),
      buyBelow: fc.constantFrom(30, 45),
      sellAbove: fc.constantFrom(55, 70),
    }),
  ],
  [
    'breakout',
    fc.record({
      length: fc.integer({ min: 2, max: 6 }),
      atrLength: fc.integer({ min: 2, max: 6 }),
      atrMultiple: fc.constantFrom(0.5, 2),
    }),
  ],
  ['rules', anyRules.map((rules) => ({ text: printRules(rules) }))],
]
