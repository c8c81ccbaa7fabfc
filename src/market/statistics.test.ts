import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { annualVolatility, changeInPercent, correlation, logReturns, maxDrawdown, returnsByTime } from './statistics.ts'
import { hourMs } from './timeframe.ts'

const price = fc.double({ min: 0.001, max: 100_000, noNaN: true })
const smallReturn = fc.double({ min: -0.2, max: 0.2, noNaN: true })

/** Generator of candles of one hour each, with some hours missing */
const candles = fc
  .array(fc.record({ skip: fc.boolean(), a: price, b: price, close: price }), { minLength: 1, maxLength: 60 })
  .map((rows) => {
    let openTime = 0
    return rows.map(({ skip, a, b, close }) => {
      openTime += hourMs * (skip ? 3 : 1)
      return { openTime, high: Math.max(a, b), low: Math.min(a, b), close }
    })
  })

function columnsOf(rows: { openTime: number; high: number; low: number; close?: number }[]) {
  const column = (name: 'openTime' | 'high' | 'low' | 'close') => Float64Array.from(rows, (row) => row[name] ?? 0)
  return { openTime: column('openTime'), high: column('high'), low: column('low'), close: column('close') }
}

test('a change in percent turns one price into the other', () => {
  fc.assert(
    fc.property(price, price, (from, to) => {
      expect(from * (1 + changeInPercent(from, to) / 100)).toBeCloseTo(to, 6)
    }),
  )
  expect(changeInPercent(200, 203)).toBeCloseTo(1.5, 10)
})

describe('returns', () => {
  test('add up to the return of the whole period', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 50 }), (prices) => {
        const sum = logReturns(prices).reduce((total, value) => total + value, 0)
        expect(sum).toBeCloseTo(Math.log((prices.at(-1) ?? 1) / (prices[0] ?? 1)), 8)
      }),
    )
  })

  test('are omitted across a gap', () => {
    fc.assert(
      fc.property(candles, (rows) => {
        const returns = returnsByTime(columnsOf(rows), hourMs)
        for (const { openTime, close } of rows) {
          const before = rows.find((row) => row.openTime === openTime - hourMs)
          const expected = before && Math.log(close / before.close)
          expect(returns.get(openTime)).toBe(expected)
        }
      }),
    )
  })
})

describe('volatility', () => {
  test('is the hourly deviation times the square root of the hours in a year', () => {
    fc.assert(
      fc.property(fc.array(smallReturn, { minLength: 2, maxLength: 200 }), (returns) => {
        // Another way to compute the variance: half the mean square of all differences
        const squares = returns.flatMap((a) => returns.map((b) => (a - b) ** 2))
        const pairs = returns.length * (returns.length - 1)
        const variance = squares.reduce((sum, square) => sum + square, 0) / pairs / 2
        expect(annualVolatility(returns, returns.length)).toBeCloseTo(Math.sqrt(variance * 8760) * 100, 6)
      }),
    )
  })

  test('is undefined for one return, and zero if prices rise evenly', () => {
    expect(annualVolatility([0.01], 1)).toBeUndefined()
    expect(annualVolatility([0.01, 0.01, 0.01], 3)).toBeCloseTo(0, 10)
  })
})

test.each([
  [24, 12],
  [7 * 24, 84],
  [30 * 24, 360],
])('the volatility of %d hours is undefined with fewer than %d returns', (hours, least) => {
  const returns = (count: number) => Array.from({ length: count }, (_, n) => (n % 2) / 100)
  expect(annualVolatility(returns(least - 1), hours)).toBeUndefined()
  expect(annualVolatility(returns(least), hours)).toBeGreaterThan(0)
})

describe('the maximum drawdown', () => {
  test('is the largest over all pairs of a high and a later low', () => {
    fc.assert(
      fc.property(candles, (rows) => {
        const depths = rows.flatMap(({ high }, at) => rows.slice(at + 1).map(({ low }) => (1 - low / high) * 100))
        const deepest = Math.max(0, ...depths)
        const found = maxDrawdown(columnsOf(rows))
        expect(found?.depth ?? 0).toBeCloseTo(deepest, 9)
        if (!found) return
        expect(found.highAt).toBeLessThan(found.lowAt)
        expect(rows.find(({ openTime }) => openTime === found.highAt)?.high).toBe(found.high)
        expect(rows.find(({ openTime }) => openTime === found.lowAt)?.low).toBe(found.low)
        expect((1 - found.low / found.high) * 100).toBeCloseTo(found.depth, 9)
      }),
    )
  })

  test('spans from the first of equal highs to the first of equal lows', () => {
    const rows = [9, 9, 5, 5].map((low, hour) => ({ openTime: hour * hourMs, low, high: hour < 2 ? 10 : low }))
    expect(maxDrawdown(columnsOf(rows))).toEqual({ depth: 50, high: 10, highAt: 0, low: 5, lowAt: 2 * hourMs })
  })

  test('is undefined if prices only rise', () => {
    const rising = [1, 2, 3].map((low, hour) => ({ openTime: hour * hourMs, low, high: low + 0.5 }))
    expect(maxDrawdown(columnsOf(rising))).toBeUndefined()
    expect(maxDrawdown(columnsOf([]))).toBeUndefined()
  })
})

describe('correlation', () => {
  const series = fc.array(smallReturn, { minLength: 24, maxLength: 120 })
  const byTime = (values: number[], from = 0) => new Map(values.map((value, index) => [(from + index) * hourMs, value]))

  test('is symmetric and within its bounds', () => {
    fc.assert(
      fc.property(series, series, (a, b) => {
        const [x, y] = [byTime(a), byTime(b)]
        const found = correlation(x, y)
        const other = correlation(y, x)
        expect(found ?? 0).toBeCloseTo(other ?? 0, 9)
        expect(Math.abs(found ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('equals the mean of the products of standardized values', () => {
    fc.assert(
      fc.property(series, series, (a, b) => {
        const length = Math.min(a.length, b.length)
        const standardised = (values: number[]) => {
          const own = values.slice(0, length)
          const mean = own.reduce((sum, value) => sum + value, 0) / length
          const deviation = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length)
          return { deviation, values: own.map((value) => (value - mean) / deviation) }
        }
        const [x, y] = [standardised(a), standardised(b)]
        if (x.deviation < 1e-9 || y.deviation < 1e-9) return
        const expected = x.values.reduce((sum, value, index) => sum + value * (y.values[index] ?? 0), 0) / length
        expect(correlation(byTime(a), byTime(b))).toBeCloseTo(expected, 6)
      }),
    )
  })

  test('is one with itself and minus one with its mirror image', () => {
    const values = Array.from({ length: 40 }, (_, index) => Math.sin(index))
    expect(correlation(byTime(values), byTime(values))).toBeCloseTo(1, 12)
    expect(correlation(byTime(values), byTime(values.map((value) => -2 * value)))).toBeCloseTo(-1, 12)
  })

  test('is undefined with too few common times, or if one series is constant', () => {
    const values = Array.from({ length: 40 }, (_, index) => Math.sin(index))
    expect(correlation(byTime(values), byTime(values, 20))).toBeUndefined()
    expect(correlation(byTime(values), byTime(values.map(() => 0)))).toBeUndefined()
  })
})
