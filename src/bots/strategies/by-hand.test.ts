import { describe, expect, test } from 'bun:test'
import { columnsOf, minute, play, run, start, termsOf } from '../../../tests/bot-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import type { RiskRules } from '../engine/risk.ts'
import type { Json } from '../engine/strategy.ts'

/* These tests compare strategies with hand-computed results. Prices have two digits, quantities three; no costs. */

const capital = wholeMoney(1000 * 1e8)

type Prices = readonly [open: number, high: number, low: number, close: number]
const flat = (price: number): Prices => [price, price, price, price]

function ran(id: string, params: Record<string, Json>, prices: readonly (Prices | number)[], risk?: RiskRules) {
  const minutes = prices.map((each, n) => minute(start + n * 60_000, typeof each === 'number' ? flat(each) : each))
  const setup = { capital, terms: termsOf(), risk, playing: play(id, params) }
  const { fills, state } = run({ setup, tf: 1, minutes: columnsOf(minutes) })
  return {
    trades: fills.map(({ time, order, price, quantity }) => [
      (time - start) / 60_000,
      order.name ?? order.reason,
      Number(price),
      Number(quantity),
    ]),
    waiting: state.desk.orders.flatMap((order) =>
      order.kind === 'market'
        ? []
        : [[order.name, Number(order.price), order.quantity === 'all' ? 'all' : Number(order.quantity)]],
    ),
  }
}

describe('purchases at regular intervals', () => {
  const params = { amount: 50, every: 3, safetyOrders: 2, dip: 10, scale: 2, takeProfit: 5 }

  test('come at the first close and every third one after it, each for the same amount', () => {
    const { trades } = ran('dca', { ...params, takeProfit: 0 }, Array(9).fill(2000))
    expect(trades).toEqual([1, 4, 7].map((n) => [n, 'interval', 2000, 2500]))
  })

  test('are followed by larger orders below and a sale above the average cost', () => {
    expect(ran('dca', params, [2000, 2000]).waiting).toEqual([
      ['safety-0', 1800, 5555],
      ['safety-1', 1600, 12_500],
      ['take-profit', 2100, 'all'],
    ])
    // Buying 2.5 at 20.00 and 5.555 at 18.00 costs 149.99, that is 18.6207 each; 105 % of it is 19.5518.
    const { trades, waiting } = ran('dca', params, [2000, 2000, [2000, 2000, 1799, 1900]])
    expect(trades).toEqual([
      [1, 'interval', 2000, 2500],
      [2, 'safety-0', 1800, 5555],
    ])
    expect(waiting).toEqual([
      ['safety-1', 1600, 12_500],
      ['take-profit', 1956, 'all'],
    ])
  })

  test('fall on the exact price step where a float would miss it', () => {
    // 93 % and 86 % of 20.00 are 18.60 and 17.20, and 114 % is 22.80; floats give 18.5999… and 22.8000…05.
    expect(ran('dca', { ...params, dip: 7, takeProfit: 14 }, [2000, 2000]).waiting).toEqual([
      ['safety-0', 1860, 5376],
      ['safety-1', 1720, 11_627],
      ['take-profit', 2280, 'all'],
    ])
  })

  test('end when all is sold: no order waits after it', () => {
    const { trades, waiting } = ran('dca', params, [2000, 2000, [2000, 2101, 2000, 2000]])
    expect(trades.at(-1)).toEqual([2, 'take-profit', 2100, 2500])
    expect(waiting).toEqual([])
  })

  test('have no safety orders at prices of zero or below, and no sale without take profit', () => {
    const steep = { ...params, safetyOrders: 6, dip: 20, takeProfit: 0 }
    const names = ran('dca', steep, [2000, 2000]).waiting.map(([name]) => name)
    expect(names).toEqual(['safety-0', 'safety-1', 'safety-2', 'safety-3'])
  })
})

describe('a grid', () => {
  const params = { lower: 16, upper: 20, levels: 3, spacing: 'arithmetic', trailing: false }

  test('waits at the levels below the price, each with an equal share of the money', () => {
    expect(ran('grid', params, [1900]).waiting).toEqual([
      ['buy-0', 1600, 31_250],
      ['buy-1', 1800, 27_777],
    ])
    expect(ran('grid', params, [1800]).waiting.map(([name]) => name)).toEqual(['buy-0'])
    expect(ran('grid', params, [1600]).waiting).toEqual([])
  })

  test('has no purchase at a level that rounds to zero', () => {
    expect(ran('grid', { ...params, lower: 0.001 }, [1900]).waiting.map(([name]) => name)).toEqual(['buy-1'])
  })

  test('sells what a cell has bought one level higher, and then buys again', () => {
    const bought: Prices = [1900, 1900, 1750, 1750]
    const inside = ran('grid', params, [1900, bought])
    expect(inside.trades).toEqual([[1, 'buy-1', 1800, 27_777]])
    expect(inside.waiting).toEqual([
      ['buy-0', 1600, 31_250],
      ['sell-1', 2000, 27_777],
    ])
    const sold = ran('grid', params, [1900, bought, [1750, 2001, 1750, 1990]])
    expect(sold.trades.at(-1)).toEqual([2, 'sell-1', 2000, 27_777])
    expect(sold.waiting.map(([name]) => name)).toEqual(['buy-0', 'buy-1'])
  })

  test('can have levels that grow by a factor', () => {
    const geometric = { ...params, lower: 10, upper: 40, spacing: 'geometric' }
    expect(ran('grid', geometric, [3900]).waiting.map(([name, price]) => [name, price])).toEqual([
      ['buy-0', 1000],
      ['buy-1', 2000],
    ])
  })

  test('follows a rising price by the fewest whole cells', () => {
    const trailing = { ...params, trailing: true }
    expect(ran('grid', trailing, [1900, 2000]).waiting.map(([name]) => name)).toEqual(['buy-0', 'buy-1'])
    expect(ran('grid', trailing, [1900, 2001]).waiting).toEqual([
      ['buy-1', 1800, 27_777],
      ['buy-2', 2000, 25_000],
    ])
    expect(ran('grid', trailing, [1900, 2500]).waiting.map(([name]) => name)).toEqual(['buy-3', 'buy-4'])
    expect(ran('grid', params, [1900, 2500]).waiting.map(([name]) => name)).toEqual(['buy-0', 'buy-1'])
  })

  test('frees all its cells when everything is sold for another reason', () => {
    const falls: Prices[] = [
      [1900, 1900, 1750, 1750],
      [1750, 1750, 1700, 1750],
    ]
    const { trades, waiting } = ran('grid', params, [1900, ...falls, 1900], { stopLoss: 50_000 })
    expect(trades.at(-1)).toEqual([2, 'risk-stop', 1710, 27_777])
    expect(waiting.map(([name]) => name)).toEqual(['buy-0', 'buy-1'])
  })
})

describe('a breakout', () => {
  const params = { length: 2, atrLength: 2, atrMultiple: 1 }
  const candle = ([open, high, low, close]: Prices, n: number) => ({
    openTime: n * 60_000,
    open: wholeUnits(open),
    high: wholeUnits(high),
    low: wholeUnits(low),
    close: wholeUnits(close),
    volume: wholeUnits(1),
  })
  const before: Prices[] = [
    [2000, 2010, 1990, 2000],
    [2000, 2020, 1995, 2005],
    [2005, 2015, 2000, 2015],
  ]

  test('is a close above, not at, the highest high of the previous candles', () => {
    const seen = (last: Prices) => {
      const watch = play('breakout', params).watch()
      return [...before, last].map((each, n) => watch(candle(each, n)))
    }
    // True ranges of the last two candles: 20.05 to 20.15 with a low of 20.00, and up to 20.30 from a close of 20.15
    expect(seen([2030, 2030, 2025, 2030])).toEqual([
      {},
      {},
      { highest: 2020, atr: 20, breaks: false },
      { highest: 2020, atr: 15, breaks: true },
    ])
    expect(seen([2015, 2040, 2015, 2020]).at(-1)).toMatchObject({ breaks: false })
    expect(seen([2015, 2040, 2015, 2021]).at(-1)).toMatchObject({ breaks: true })
    // The last true range reaches from the previous close down to the low of the candle.
    expect(seen([1990, 1990, 1985, 1990]).at(-1)).toMatchObject({ atr: 22.5 })
  })

  test('buys with all the money, and closes raise its stop but never lower it', () => {
    const broken: Prices[] = [...before, [2030, 2030, 2025, 2030]]
    const bought = ran('breakout', params, [...broken, 2030])
    expect(bought.trades).toEqual([[4, 'breakout', 2030, 49_261]])
    // The stop is (15 + 0) ÷ 2 below 20.30, rounded to the step below.
    expect(bought.waiting).toEqual([['atr-stop', 2022, 'all']])
    expect(ran('breakout', params, [...broken, 2030, [2030, 2060, 2030, 2060]]).waiting[0]?.[1]).toBe(2045)
    expect(ran('breakout', params, [...broken, 2030, [2030, 2060, 2024, 2024]]).waiting[0]?.[1]).toBe(2022)
    const stopped = ran('breakout', params, [...broken, 2030, [2030, 2030, 2022, 2025]])
    expect(stopped.trades.at(-1)).toEqual([5, 'atr-stop', 2022, 49_261])
  })
})
