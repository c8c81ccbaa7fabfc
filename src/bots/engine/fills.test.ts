import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { minute, start, termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { matchMinute } from './fills.ts'
import { feeOf, maxQuantity, wholeMoney, worthOf } from './money.ts'
import type { Intent } from './order.ts'
import { openPortfolio, type Portfolio, place, type Terms } from './portfolio.ts'

const capital = wholeMoney(1000 * 1e8)
const waits = (
  act: 'limit' | 'stop',
  side: 'buy' | 'sell',
  price: number,
  { name = `${act}-${side}-${price}`, quantity = 1000, group = undefined as string | undefined } = {},
): Intent => ({ act, side, price: wholeUnits(price), quantity: wholeUnits(quantity), name, group, reason: 'person' })
const sell: Intent = { act: 'sell', quantity: 'all', reason: 'person' }

/** Matches one minute with a portfolio that holds a quantity bought at 20.00 each */
function passed(
  intents: readonly Intent[],
  prices: readonly [open: number, high: number, low: number, close: number],
  { holds = 0, terms = termsOf(), volume = 1_000_000 }: { holds?: number; terms?: Terms; volume?: number } = {},
) {
  const cost = wholeMoney(holds * 2000 * 1000)
  const empty = openPortfolio(capital)
  const account = { ...empty.account, cash: wholeMoney(capital - cost), quantity: wholeUnits(holds), cost }
  const desk: Portfolio = place({ ...empty, account }, intents, start)
  const { fills, refused, desk: after } = matchMinute(desk, minute(start, prices, volume), terms)
  return {
    fills: fills.map(({ order, price, quantity }) => [order.name, Number(price), Number(quantity)]),
    refused: refused.map(({ name }) => name),
    waiting: after.orders.map(({ name }) => name),
    account: after.account,
  }
}

describe('order of the two extremes of a minute', () => {
  const pair = [
    waits('limit', 'sell', 2100, { name: 'profit', group: 'g' }),
    waits('stop', 'sell', 1900, { name: 'stop', group: 'g' }),
  ]
  const soldAt = (high: number, low: number, order: Terms['order']) =>
    passed(pair, [2000, high, low, 2000], { holds: 1000, terms: termsOf({ order }) }).fills.map(([name]) => name)

  test('the extreme nearer to the open comes first; at equal distance the high comes first', () => {
    expect([soldAt(2150, 1840, 'nearest'), soldAt(2150, 1850, 'nearest')]).toEqual([['profit'], ['profit']])
    expect(soldAt(2160, 1850, 'nearest')).toEqual(['stop'])
  })

  test('the pessimistic order takes the extreme first that leaves less money', () => {
    const both = [soldAt(2150, 1840, 'pessimistic'), soldAt(2160, 1850, 'pessimistic')]
    expect(both).toEqual([['stop'], ['stop']])
  })
})

describe('orders reached on the same leg', () => {
  test('nearer orders fill first whenever they were placed; at one price older orders fill first', () => {
    const names = (given: ReturnType<typeof passed>) => given.fills.map(([name]) => name)
    const purchases = [
      waits('limit', 'buy', 1800),
      waits('limit', 'buy', 1900),
      ...['a', 'b', 'c'].map((name) => waits('limit', 'buy', 1850, { name })),
    ]
    const bought = ['limit-buy-1900', 'a', 'b', 'c', 'limit-buy-1800']
    expect(names(passed(purchases, [2000, 2000, 1700, 1700]))).toEqual(bought)
    const sales = [waits('limit', 'sell', 2200), waits('limit', 'sell', 2100)]
    expect(names(passed(sales, [2000, 2300, 2000, 2300], { holds: 9000 }))).toEqual([
      'limit-sell-2100',
      'limit-sell-2200',
    ])
  })

  test('a limit fills when the price goes beyond it, a stop when the price touches it', () => {
    const orders = [waits('limit', 'buy', 1900), waits('stop', 'sell', 1900, { name: 'stop' })]
    expect(passed(orders, [2000, 2000, 1900, 2000], { holds: 1000 }).fills).toEqual([['stop', 1900, 1000]])
    expect(passed(orders, [2000, 2000, 1901, 2000], { holds: 1000 }).fills).toEqual([])
    expect(passed(orders, [2000, 2000, 1899, 2000], { holds: 1000 }).fills).toHaveLength(2)
  })

  test('an order canceled by another of its group does not fill at the same price', () => {
    const crossed = [
      waits('stop', 'sell', 1900, { name: 'stop', group: 'g' }),
      waits('limit', 'sell', 1850, { name: 'profit', group: 'g' }),
    ]
    const { fills, waiting } = passed(crossed, [1880, 1880, 1880, 1880], { holds: 2000 })
    expect({ fills, waiting }).toEqual({ fills: [['stop', 1880, 1000]], waiting: [] })
  })
})

test('purchases below the minimum worth are refused, sales are not', () => {
  const terms = termsOf({ scale: { ...termsOf().scale, minNotional: wholeMoney(10 * 1e8) } })
  const given = (quantity: number) =>
    passed([waits('limit', 'buy', 2000, { name: 'a', quantity })], [2000, 2000, 1990, 1990], { terms })
  expect(given(500)).toMatchObject({ fills: [['a', 2000, 500]], refused: [] })
  expect(given(499)).toMatchObject({ fills: [], refused: ['a'], waiting: [] })
  expect(passed([sell], [2000, 2000, 2000, 2000], { terms, holds: 499 }).fills).toEqual([[undefined, 2000, 499]])
})

test('at most the volume share of a minute is traded, in whole quantity steps', () => {
  const terms = termsOf({ scale: { ...termsOf().scale, quantityStep: 5 }, volumeShare: 10 })
  const orders = [waits('limit', 'buy', 1900, { quantity: 50 }), waits('limit', 'buy', 1850, { quantity: 50 })]
  const { fills, waiting } = passed(orders, [2000, 2000, 1700, 1700], { terms, volume: 629 })
  // The volume limit is 62: 50 for the first order, then two steps of 5 out of the remaining 12.
  expect(fills.map(([, , quantity]) => quantity)).toEqual([50, 10])
  expect(waiting).toEqual(['limit-buy-1850'])
})

describe('a touched stop that the volume fills in part', () => {
  const terms = termsOf({ volumeShare: 25 })
  const desk = (...intents: Intent[]) => {
    const empty = openPortfolio(capital)
    return place({ ...empty, account: { ...empty.account, quantity: wholeUnits(1000) } }, intents, start)
  }
  const pass = (before: Portfolio, prices: readonly [number, number, number, number], volume: number) => {
    const { desk: after, fills } = matchMinute(before, minute(start, prices, volume), terms)
    return { after, fills: fills.map(({ price, quantity }) => [Number(price), Number(quantity)]) }
  }
  const stop = waits('stop', 'sell', 1900, { name: 'stop' })

  test.each([
    [400, [[1900, 100]], 900],
    [0, [], 1000],
  ])('continues as a market order after the touch: volume %d', (volume, sold, rest) => {
    const touched = pass(desk(stop), [2000, 2000, 1800, 1850], volume)
    expect(touched.fills).toEqual(sold)
    expect(pass(touched.after, [2050, 2060, 2040, 2050], 8000).fills).toEqual([[2050, rest]])
    expect(pass(place(touched.after, [stop], start), [2050, 2060, 2040, 2050], 8000).fills).toEqual([[2050, rest]])
  })

  test('buys the rest too, and reduces the other orders of its group by it', () => {
    const buys = pass(desk(waits('stop', 'buy', 2100, { quantity: 500 })), [2000, 2200, 2000, 2200], 400)
    expect(buys.fills).toEqual([[2100, 100]])
    expect(pass(buys.after, [2050, 2050, 2050, 2050], 8000).fills).toEqual([[2050, 400]])
    const pair = [{ ...stop, group: 'g' }, waits('limit', 'sell', 2100, { name: 'profit', group: 'g' })]
    const { after } = pass(desk(...pair), [2000, 2000, 1800, 1850], 400)
    expect(
      pass(after, [1850, 2200, 1850, 2200], 1200).after.orders.map(({ name, quantity }) => [name, quantity]),
    ).toEqual([
      ['stop', wholeUnits(600)],
      ['profit', wholeUnits(600)],
    ])
  })
})

test('waiting sales are removed once nothing is held, waiting purchases stay', () => {
  const orders = [sell, waits('limit', 'sell', 2100), waits('stop', 'sell', 1800), waits('limit', 'buy', 1900)]
  const { waiting, account } = passed(orders, [2000, 2000, 2000, 2000], { holds: 1000 })
  expect({ waiting, quantity: Number(account.quantity) }).toEqual({ waiting: ['limit-buy-1900'], quantity: 0 })
})

test('a sale that empties the holding removes waiting sales before a purchase in the same minute', () => {
  const orders = [waits('limit', 'sell', 2100), waits('stop', 'sell', 1800), waits('limit', 'buy', 1900)]
  const { fills, waiting, account } = passed(orders, [2000, 2110, 1750, 1760], { holds: 1000 })
  expect(fills.map(([name]) => name)).toEqual(['limit-sell-2100', 'limit-buy-1900'])
  expect(waiting).toEqual([])
  expect(Number(account.quantity)).toBe(1000)
})

test('nothing is bought at a price of zero or below', () => {
  const bought = (price: number) => Number(maxQuantity(wholeMoney(1e8), wholeUnits(price), 0, termsOf().scale))
  expect([bought(0), bought(-5), bought(1)]).toEqual([0, 0, 100_000])
})

test('a purchase spends the exact amount where a float would miss it', () => {
  const scale = { ...termsOf().scale, volumeDigits: 5 }
  const bought = maxQuantity(wholeMoney(48_272_337_120), wholeUnits(3584), 750, scale)
  expect(Number(bought)).toBe(1_345_875)
  expect(worthOf(bought, wholeUnits(3584), scale, 'up') + feeOf(bought, wholeUnits(3584), 750, scale)).toBe(
    48_272_337_120,
  )
})

test('fees are rounded up by less than the smallest unit of money', () => {
  const units = (max: number) => fc.integer({ min: 1, max }).map(wholeUnits)
  const property = fc.property(
    units(1e6),
    units(1e6),
    fc.nat(100_000),
    fc.integer({ min: 3, max: 12 }),
    (quantity, price, rate, digits) => {
      const fee = BigInt(feeOf(quantity, price, rate, { priceDigits: 2, volumeDigits: digits }))
      const [exact, unit] = [BigInt(quantity) * BigInt(price) * BigInt(rate) * 10n ** 8n, 10n ** BigInt(8 + digits)]
      expect(fee * unit >= exact && (fee - 1n) * unit < exact).toBe(true)
    },
  )
  fc.assert(property, { numRuns: runsOf(2000) })
})
