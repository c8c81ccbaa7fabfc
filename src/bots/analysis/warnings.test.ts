import { expect, test } from 'bun:test'
import { wholeMoney } from '../engine/money.ts'
import { yearsOf } from './analyse.ts'
import { boundsTouched, type Warned, warningsOf } from './warnings.ts'

const dayMs = 86_400_000
const column = (values: readonly number[]) => Float64Array.from(values)
const tradesOf = (profits: readonly number[]): Warned['run']['trades'] => {
  const none = column(profits.map(() => 0))
  const [side, profit] = [column(profits.map(() => -1)), column(profits)]
  return { time: none, side, price: none, quantity: none, fee: none, profit, reason: none }
}
const marks = { time: column([0]) }
const good: Warned = {
  strategy: 'ma-cross',
  params: { fast: 20, slow: 50 },
  costs: { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 500 },
  from: 0,
  to: 30 * dayMs,
  run: { trades: tradesOf(Array.from({ length: 30 }, () => 5)), marks },
  statistics: { sales: 30 },
}
const lateStart = [
  { kind: 'late-start', since: dayMs, days: 29, asked: 30 },
  { kind: 'short-period', days: 29, least: 30 },
]

test('a long run with many trades and costs has no warnings', () => {
  expect(warningsOf(good)).toEqual([])
})

test.each<[string, Partial<Warned>, object[]]>([
  ['29 sales', { statistics: { sales: 29 } }, [{ kind: 'few-trades', sales: 29, least: 30 }]],
  ['the best has all', { run: { trades: tradesOf([10, -1, -1, 2]), marks } }, [{ kind: 'one-trade', share: 1 }]],
  ['the best has more than half', { run: { trades: tradesOf([6, 4]), marks } }, []],
  ['nothing was earned', { run: { trades: tradesOf([6, -9]), marks } }, []],
  ['no fees', { costs: { ...good.costs, takerFee: 0 } }, [{ kind: 'no-fees' }]],
  ['fills at the best price', { costs: { ...good.costs, slippage: 0 } }, [{ kind: 'no-slippage' }]],
  ['a spread alone', { costs: { ...good.costs, slippage: 0, spread: 100 } }, []],
  ['29 days', { to: 29 * dayMs }, [{ kind: 'short-period', days: 29, least: 30 }]],
  ['candles from the second day', { run: { ...good.run, marks: { time: column([dayMs]) } } }, lateStart],
  ['halted', { run: { ...good.run, halted: 'drawdown' } }, [{ kind: 'halted', reason: 'drawdown' }]],
  [
    'the longest average there is',
    { params: { fast: 20, slow: 500 } },
    [{ kind: 'at-bound', parameter: 'slow', value: 500, bound: 'max' }],
  ],
  [
    'the shortest',
    { params: { fast: 1, slow: 50 } },
    [{ kind: 'at-bound', parameter: 'fast', value: 1, bound: 'min' }],
  ],
])('%s', (_, wrong, warnings) => {
  expect<object[]>(warningsOf({ ...good, ...wrong })).toEqual(warnings)
})

test('a cell at the edge of a range gets a warning, unless the range has one value', () => {
  const ranges = [
    { name: 'fast', min: 5, max: 15 },
    { name: 'slow', min: 50, max: 50 },
  ]
  expect(boundsTouched(ranges, { fast: 15, slow: 50 })).toEqual([
    { kind: 'at-bound', parameter: 'fast', value: 15, bound: 'max' },
  ])
})

test('months are in Moscow time and compound to the whole', () => {
  const marks: [string, number][] = [
    ['2025-11-30T20:59:00Z', 110],
    // At this time it is midnight in Moscow: December begins.
    ['2025-11-30T21:00:00Z', 99],
    ['2025-12-31T20:00:00Z', 121],
    ['2026-01-15T12:00:00Z', 242],
    ['2026-03-01T12:00:00Z', 121],
  ]
  const time = column(marks.map(([text]) => Date.parse(text)))
  const years = yearsOf({ time, equity: column(marks.map(([, equity]) => equity)) }, wholeMoney(100))
  const close = (value: number) => expect.closeTo(value, 12)
  const months = (known: Record<number, number>) =>
    Array.from({ length: 12 }, (_, month) => (known[month] === undefined ? undefined : close(known[month])))
  expect(years).toEqual([
    { year: 2025, months: months({ 10: 0.1, 11: 0.1 }), growth: close(0.21) },
    { year: 2026, months: months({ 0: 1, 2: -0.5 }), growth: close(0) },
  ])
})
