import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyPlayed, columnsOf, minutesOf, start } from '../../../tests/bot-runs.ts'
import { type Plan, type Simulated, simulate } from '../../../tests/bot-simulator.ts'
import { isFull } from '../../../tests/property-runs.ts'
import { figuresOf } from '../../../tests/simulated-figures.ts'
import { wholeUnits } from '../../market/units.ts'
import { type BacktestRun, runBacktest } from '../backtest/run-backtest.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import { wholeMoney } from './money.ts'
import type { Minute } from './portfolio.ts'

/** Generates a rule that is missing in some plans, because a rule that sells first would hide the other rules. */
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const rate = (max: number) => maybe(fc.oneof(fc.constantFrom(5_000, 20_000), fc.integer({ min: 1_000, max })))

const anyRisk = fc.record({
  stopLoss: rate(100_000),
  takeProfit: rate(100_000),
  trailing: rate(100_000),
  maxDrawdown: rate(300_000),
  dailyLoss: rate(30_000),
  cooldownMinutes: maybe(fc.oneof(fc.nat(5), fc.nat(90))),
  maxOrders: maybe(fc.integer({ min: 1, max: 6 })),
  allocation: rate(1_000_000),
})

const anyScale = fc.record({
  priceDigits: fc.constant(2),
  volumeDigits: fc.constantFrom(3, 5, 8),
  priceStep: fc.constantFrom(1, 5, 25),
  quantityStep: fc.constantFrom(1, 10, 25),
  minNotional: fc.constantFrom(0, 5e8, 10e8).map(wholeMoney),
})

const anyTerms = fc.record({
  scale: anyScale,
  costs: fc.record({
    takerFee: fc.constantFrom(0, 1000, 333),
    makerFee: fc.constantFrom(0, 400, 77),
    spread: fc.constantFrom(0, 200, 333),
    slippage: fc.constantFrom(0, 500, 77),
  }),
  volumeShare: maybe(fc.constantFrom(1, 5, 25, 100)),
  order: fc.constantFrom('nearest' as const, 'pessimistic' as const),
})

const anyStrategy = fc.oneof(
  ...anyPlayed.map(([strategy, params]) => params.map((chosen) => ({ strategy, params: chosen as Plan['params'] }))),
)

const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    played: anyStrategy,
    terms: anyTerms,
    risk: fc.option(anyRisk, { nil: undefined, freq: 5 }),
    capital: fc
      .constantFrom(10, 100, 1000, 12_345.67891234, 100_000)
      .map((coins) => wholeMoney(Math.round(coins * 1e8))),
    tf: fc.constantFrom(1 as const, 1 as const, 5 as const, 15 as const, 60 as const),
    minutes: minutesOf(600, 300),
    /** Factor by which all gaps between minutes grow: a walk of hours becomes one of days. */
    stretch: fc.constantFrom(1, 1, 1, 7, 40),
    /** Start of the walk in hours; some walks begin before midnight in Moscow. */
    hours: fc.constantFrom(0, 19, 20),
    /** Index of the first minute; a negative one counts from the end: runs of few minutes, within a candle */
    first: fc.oneof({ weight: 5, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.integer({ min: -70, max: -1 }) }),
    cut: fc.integer({ min: -3, max: 60 }),
    seconds: fc.constantFrom(0, 30),
  })
  .map(({ played, stretch, hours, first, cut, seconds, minutes, ...plan }) => {
    const known = minutes.map((minute) => shaped(minute, { stretch, hours, scale: plan.terms.scale }))
    const timeOf = (index: number) => known.at(index)?.openTime ?? start
    const to = (cut < 1 ? timeOf(-1) + 60_000 * (1 - cut) : timeOf(-cut)) + seconds * 1000
    const from = timeOf(first)
    return { ...plan, ...played, minutes: known, from, to: Math.max(to, from + 30_000) }
  })

interface Shape {
  stretch: number
  hours: number
  scale: Plan['terms']['scale']
}

/** Moves a minute in time and rounds its prices to the steps of the market. */
function shaped(minute: Minute, { stretch, hours, scale: { priceStep, volumeDigits } }: Shape): Minute {
  const price = (units: number) => wholeUnits(units - (units % priceStep))
  return {
    openTime: start + hours * 3_600_000 + (minute.openTime - start) * stretch,
    open: price(minute.open),
    high: price(minute.high),
    low: price(minute.low),
    close: price(minute.close),
    volume: wholeUnits(minute.volume * 10 ** (volumeDigits - 3)),
  }
}

/** Compares both orders of extremes with one simulation each; the run with `both` computes the other order too. */
test('every plan trades and ends as an exact computation of its rules does', () => {
  const property = fc.property(anyPlan, (plan) => {
    const ran = runBacktest({ ...plan, minutes: columnsOf(plan.minutes), both: true })
    const expected = simulate(plan)
    expect(tradesOf(ran)).toEqual(expected.trades.map(({ kind: _, name: __, ...trade }) => trade))
    expect(marksOf(ran)).toEqual(expected.marks.map(({ deepest: _, ...mark }) => mark))
    expect(differences(ran.marks.deepest, deepestOf(expected), 1e-12)).toEqual([])
    expect(ran.halted !== undefined).toBe(expected.isHalted)
    const figures = figuresOf(expected, plan)
    const statistics = Object.entries(statisticsOf(ran, plan))
    expect(statistics.filter(([name, value]) => !isNear(value, figures[name as keyof Statistics], 1e-6))).toEqual([])
    const order = plan.terms.order === 'nearest' ? 'pessimistic' : 'nearest'
    const other = simulate({ ...plan, terms: { ...plan.terms, order } })
    expect([...(ran.other?.equity ?? [])].map(BigInt)).toEqual(other.marks.map(({ equity }) => equity))
    expect(differences(ran.other?.deepest ?? [], deepestOf(other), 1e-12)).toEqual([])
  })
  fc.assert(property, { numRuns: isFull ? 1000 : 60 })
})

function tradesOf({ trades: { time, side, price, quantity, fee, profit } }: BacktestRun) {
  const whole = (column: Float64Array, index: number) => BigInt(column[index] ?? 0)
  return [...time].map((at, index) => ({
    time: at,
    side: side[index] === 1 ? 'buy' : 'sell',
    price: whole(price, index),
    quantity: whole(quantity, index),
    fee: whole(fee, index),
    profit: whole(profit, index),
  }))
}

function marksOf({ marks: { time, equity, close, holds, longestMs } }: BacktestRun) {
  return [...time].map((at, index) => ({
    time: at,
    equity: BigInt(equity[index] ?? 0),
    close: close[index] ?? 0,
    holds: holds[index] === 1,
    longestMs: longestMs[index] ?? 0,
  }))
}

const deepestOf = ({ marks }: Simulated) => marks.map(({ deepest }) => deepest)

/** Compares floats computed in two ways from the same fraction. The tolerance is absolute up to 1, relative above. */
function isNear(value: number | undefined, other: number | undefined, tolerance: number): boolean {
  if (value === undefined || other === undefined) return value === other
  return Math.abs(value - other) <= tolerance * Math.max(1, Math.abs(other))
}

function differences(values: Iterable<number>, others: readonly number[], tolerance: number): unknown[] {
  const pairs = [...values].map((value, index) => [value, others[index]] as const)
  return pairs.filter(([value, other]) => !isNear(value, other, tolerance))
}
