import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minute, minutesOf, start, termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from './money.ts'
import type { Fill, Intent, RestingOrder } from './order.ts'
import { followHigh, type Minute, type Terms } from './portfolio.ts'
import type { RunState } from './run-state.ts'
import { openRun, step } from './step.ts'

const capital = wholeMoney(1_000 * 1e8)
const units = wholeUnits
const base = { reason: 'person' } as const

/** Plays a sequence of minutes and of orders that a person gives. */
function play(given: readonly (Minute | Intent[])[], terms: Terms = termsOf()): { fills: Fill[]; state: RunState } {
  const setup = { capital, terms }
  let state = openRun(setup)
  const fills: Fill[] = []
  for (const each of given) {
    const event = Array.isArray(each)
      ? { kind: 'act' as const, act: { do: 'order' as const, intents: each }, time: state.minute + 60_000 }
      : { kind: 'minute' as const, minute: each }
    const stepped = step(setup, state, event)
    state = stepped.state
    fills.push(...stepped.fills)
  }
  return { fills, state }
}

const at = (n: number, prices: readonly [number, number, number, number], volume?: number) =>
  minute(start + n * 60_000, prices, volume)
const summaryOf = ({ fills, state }: ReturnType<typeof play>) => ({
  fills: fills.map(({ order, price, quantity }) => [order.name, order.side, Number(price), Number(quantity)]),
  waiting: state.desk.orders.map(({ name }) => name),
})

test('orders that a closing sets aside wait again if it is canceled before it fills', () => {
  const buy: Intent = { act: 'buy', spend: wholeMoney(100 * 1e8), name: 'b', ...base }
  const stop: Intent = { act: 'stop', side: 'sell', price: units(1_900), quantity: 'all', name: 's', ...base }
  const close: Intent = { act: 'close', name: 'c', ...base }
  const cancel: Intent = { act: 'cancel', name: 'c' }
  const quiet = (n: number, volume?: number) => at(n, [2_000, 2_000, 2_000, 2_000], volume)
  const after = (...given: (Minute | Intent[])[]) => summaryOf(play([[buy], quiet(0), [stop], ...given]))
  const bought = ['b', 'buy', 2_000, 5_000]
  expect(after([close])).toEqual({ fills: [bought], waiting: ['c'] })
  expect(after([close, close, cancel])).toEqual({ fills: [bought], waiting: ['s'] })
  expect(after([close, { act: 'cancel', name: 'all' }]).waiting).toEqual([])
  // Once it is filled, they are gone.
  expect(after([close], quiet(1), [cancel]).waiting).toEqual([])
})

test('a trailing stop follows the highest price of passed minutes and sells at its level', () => {
  const buy: Intent = { act: 'buy', spend: wholeMoney(100 * 1e8), name: 'b', ...base }
  const trailing = (rate: number): Intent => ({
    ...{ act: 'stop', side: 'sell', price: units(1_900), quantity: 'all', name: 't', ...base },
    trail: rate,
  })
  const stopAfter = (...minutes: Minute[]) => {
    const { state, fills } = play([[buy], at(0, [2_000, 2_000, 2_000, 2_000]), [trailing(50_000)], ...minutes])
    const stop = state.desk.orders.find(({ name }) => name === 't')
    return [stop?.kind === 'stop' ? Number(stop.price) : undefined, fills.at(-1)?.order.name]
  }
  // The high of a minute moves the stop only after that minute: its fall to 1,990 comes before.
  expect(stopAfter(at(1, [2_000, 2_200, 1_990, 2_150]))).toEqual([2_090, 'b'])
  expect(stopAfter(at(1, [2_000, 2_200, 1_990, 2_150]), at(2, [2_150, 2_160, 2_100, 2_110]))).toEqual([2_090, 'b'])
  expect(stopAfter(at(1, [2_000, 2_000, 1_901, 1_950]))).toEqual([1_900, 'b'])
  expect(stopAfter(at(1, [2_000, 2_200, 1_990, 2_150]), at(2, [2_150, 2_160, 2_090, 2_110]))).toEqual([undefined, 't'])
  const path = fc.array(fc.tuple(fc.integer({ min: 1_901, max: 4_000 }), fc.integer({ min: 1_901, max: 4_000 })))
  fc.assert(
    fc.property(path, fc.integer({ min: 1_000, max: 500_000 }), (pairs, rate) => {
      let level = 1_900
      const desk = (last: number) => {
        const order = { ...trailing(rate), kind: 'stop', id: 1, placedAt: start, price: units(last) } as RestingOrder
        return { ...openRun({ capital, terms: termsOf() }).desk, orders: [order] }
      }
      for (const [a, b] of pairs) {
        const high = Math.max(a, b)
        const [moved] = followHigh(desk(level), at(0, [a, high, Math.min(a, b), b]), termsOf()).orders
        const expected = Math.max(level, Math.floor((high * (1_000_000 - rate)) / 1_000_000))
        expect(moved?.kind === 'stop' && Number(moved.price)).toBe(expected)
        level = expected
      }
    }),
    { numRuns: runsOf(200) },
  )
})

/** An order that buys 1 at 20.00, with a stop at 19.00 and a profit target at 21.00 */
const entry: Intent = {
  act: 'limit',
  side: 'buy',
  price: units(2_000),
  quantity: units(1_000),
  name: 'a',
  bracket: { stop: units(1_900), profit: units(2_100) },
  ...base,
}

test('both bracket orders wait from the minute after the purchase, and one cancels the other', () => {
  const bought = [[entry], at(0, [2_010, 2_200, 1_800, 2_000])]
  expect(summaryOf(play(bought))).toEqual({ fills: [['a', 'buy', 2_000, 1_000]], waiting: ['a.stop', 'a.profit'] })
  expect(summaryOf(play([...bought, at(1, [2_000, 2_101, 1_950, 2_000])]))).toEqual({
    fills: [
      ['a', 'buy', 2_000, 1_000],
      ['a.profit', 'sell', 2_100, 1_000],
    ],
    waiting: [],
  })
  // The price of one minute passes both levels. The second order must not sell again, although more is held.
  const more: Intent = { act: 'buy', spend: wholeMoney(100 * 1e8), ...base }
  const whipped = play([[more], ...bought, at(1, [2_000, 2_150, 1_850, 2_000])])
  expect(summaryOf(whipped).fills.slice(2)).toEqual([['a.profit', 'sell', 2_100, 1_000]])
  expect(whipped.state.desk.account.quantity).toBeGreaterThan(0)
})

test('a partly filled purchase gets bracket orders for each part, and one reduces the other', () => {
  const terms = termsOf({ volumeShare: 10 })
  const first = [[entry], at(0, [2_010, 2_010, 1_990, 2_000], 6_000)]
  const quantities = (given: Parameters<typeof play>[0]) =>
    play(given, terms).state.desk.orders.map((order) => [order.name, 'quantity' in order ? Number(order.quantity) : 0])
  expect(quantities(first)).toEqual([
    ['a', 400],
    ['a.stop', 600],
    ['a.profit', 600],
  ])
  const second = [...first, at(1, [2_010, 2_010, 1_990, 2_000], 6_000)]
  expect(quantities(second)).toEqual([
    ['a.stop', 1_000],
    ['a.profit', 1_000],
  ])
  expect(quantities([...second, at(2, [2_000, 2_110, 2_000, 2_000], 3_000)])).toEqual([
    ['a.stop', 700],
    ['a.profit', 700],
  ])
})

test('a waiting order moves together with its bracket, and a finished order is not placed again', () => {
  const moved: Intent[] = [
    { act: 'move', name: 'a', price: units(1_950) },
    { act: 'move', name: 'a.stop', price: units(1_920) },
    { act: 'move', name: 'b', price: units(1) },
  ]
  const bought = play([[entry], moved, at(0, [2_010, 2_010, 1_940, 2_000])])
  expect(summaryOf(bought)).toEqual({ fills: [['a', 'buy', 1_950, 1_000]], waiting: ['a.stop', 'a.profit'] })
  expect(bought.state.desk.orders[0]).toMatchObject({ kind: 'stop', price: 1_920 })
  expect(summaryOf(play([[entry], at(0, [2_010, 2_010, 1_940, 2_000]), moved])).waiting).toEqual(['a.stop', 'a.profit'])
  // A move must not add a bracket to an order that has none.
  const plain: Intent = { ...entry, bracket: undefined }
  expect(summaryOf(play([[plain], moved, at(0, [2_010, 2_010, 1_940, 2_000])])).waiting).toEqual([])
})

test('manual orders never borrow, and the fills add up to the holding', () => {
  const price = fc.integer({ min: 1_800, max: 2_200 }).map(units)
  const quantity = fc.integer({ min: 1, max: 60_000 }).map(units)
  const name = fc.constantFrom('a', 'b', 'a.stop', 'b.profit')
  const side = fc.constantFrom('buy' as const, 'sell' as const)
  const bracket = fc.record({ stop: price, profit: price }, { requiredKeys: [] })
  const anyIntent: fc.Arbitrary<Intent> = fc.oneof(
    fc.record({
      act: fc.constant('buy' as const),
      spend: fc.integer({ min: 1, max: 2_000 }).map((whole) => wholeMoney(whole * 1e8)),
      reason: fc.constant('person'),
      name,
      bracket,
    }),
    fc.record({ act: fc.constant('sell' as const), quantity, reason: fc.constant('person') }),
    fc.record({
      act: fc.constantFrom('limit' as const, 'stop' as const),
      side,
      price,
      quantity,
      name,
      reason: fc.constant('person'),
    }),
    fc.record({
      act: fc.constant('limit' as const),
      side: fc.constant('buy' as const),
      price,
      quantity,
      name,
      bracket,
      reason: fc.constant('person'),
    }),
    fc.record({ act: fc.constant('move' as const), name, price }),
    fc.record({ act: fc.constant('cancel' as const), name: fc.constantFrom('all', 'a', 'b.profit') }),
  )
  const anyTerms = fc.record({
    order: fc.constantFrom('nearest' as const, 'pessimistic' as const),
    volumeShare: fc.constantFrom(undefined, 10),
    costs: fc.constant({ takerFee: 1000, makerFee: 1000, spread: 200, slippage: 100 }),
  })
  const property = fc.property(
    minutesOf(40),
    fc.array(fc.array(anyIntent, { maxLength: 3 }), { minLength: 40, maxLength: 40 }),
    anyTerms,
    (minutes, intents, more) => {
      const given = minutes.flatMap((each, index) => [intents[index] ?? [], each])
      let held = 0
      let cash = BigInt(capital)
      const { fills, state } = play(given, termsOf(more))
      for (const { order, price: paid, quantity: traded, fee } of fills) {
        const worth = BigInt(paid) * BigInt(traded) * 1_000n
        held += order.side === 'buy' ? traded : -traded
        cash += (order.side === 'buy' ? -worth : worth) - BigInt(fee)
        expect(held).toBeGreaterThanOrEqual(0)
        expect(cash >= 0n).toBe(true)
      }
      expect(state.desk.account).toMatchObject({ quantity: held, cash: Number(cash) })
    },
  )
  fc.assert(property, { numRuns: runsOf(500) })
})

test('a purchase filled in parts never spends more than its budget', () => {
  const wanted: Intent = { act: 'buy', spend: wholeMoney(30 * 1e8), ...base }
  const terms = termsOf({ volumeShare: 10, costs: { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 0 } })
  const minutes = Array.from({ length: 6 }, (_, n) => at(n, [2_000, 2_000, 2_000, 2_000], 5_000))
  const { fills, state } = play([[wanted], ...minutes], terms)
  // With a fee of 0.1 %, 30 buy 1.498 at 20.00: at most 0.5 fill per minute, then the rest.
  expect(fills.map(({ quantity }) => Number(quantity))).toEqual([500, 500, 498])
  expect(capital - state.desk.account.cash).toBeLessThanOrEqual(30 * 1e8)
  expect(state.desk.orders).toEqual([])
})
