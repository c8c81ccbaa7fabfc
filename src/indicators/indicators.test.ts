import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseIndicator, indicatorIds, indicatorKinds, indicatorText, parseIndicator } from './catalog.ts'
import type { IndicatorValues } from './indicator.ts'

/* These tests compare indicators with their textbook definitions, computed from the whole series each time. */

const price = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100)
const prices = fc.array(price, { maxLength: 80 })
const length = fc.integer({ min: 2, max: 20 })

type Values = (number | undefined)[]

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const windowAt = (row: number[], index: number, size: number) => row.slice(index - size + 1, index + 1)

function naiveSma(row: number[], size: number): Values {
  return row.map((_, index) => (index + 1 < size ? undefined : mean(windowAt(row, index, size))))
}

/** Computes an exponential average from the sum of all weights, independent of the previous value. */
function naiveSmoothed(row: number[], size: number, weight: number): Values {
  return row.map((_, index) => {
    if (index + 1 < size) return undefined
    const later = row.slice(size, index + 1)
    const seed = mean(row.slice(0, size)) * (1 - weight) ** later.length
    return later.reduce((sum, value, at) => sum + value * weight * (1 - weight) ** (later.length - 1 - at), seed)
  })
}

const naiveEma = (row: number[], size: number) => naiveSmoothed(row, size, 2 / (size + 1))

function naiveBollinger(row: number[], size: number, deviations: number): Values[] {
  return row.map((_, index) => {
    if (index + 1 < size) return [undefined, undefined, undefined]
    const window = windowAt(row, index, size)
    const middle = mean(window)
    const spread = deviations * Math.sqrt(mean(window.map((each) => (each - middle) * (each - middle))))
    return [middle, middle + spread, middle - spread]
  })
}

function naiveRsi(row: number[], size: number): Values {
  const changes = row.slice(1).map((value, index) => value - (row[index] ?? 0))
  const gains = naiveSmoothed(
    changes.map((change) => Math.max(change, 0)),
    size,
    1 / size,
  )
  const losses = naiveSmoothed(
    changes.map((change) => Math.max(-change, 0)),
    size,
    1 / size,
  )
  return row.map((_, index) => {
    const [gain, loss] = [gains[index - 1], losses[index - 1]]
    if (gain === undefined || loss === undefined) return undefined
    if (gain === 0 && loss === 0) return 50
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
  })
}

function naiveMacd(row: number[], fast: number, slow: number, signal: number): Values[] {
  const [quick, lazy] = [naiveEma(row, fast), naiveEma(row, slow)]
  const distances = row.flatMap((_, index) => {
    const [left, right] = [quick[index], lazy[index]]
    return left === undefined || right === undefined ? [] : [left - right]
  })
  const averages = naiveEma(distances, signal)
  const missing = row.length - distances.length
  return row.map((_, index) => {
    const [distance, average] = [distances[index - missing], averages[index - missing]]
    const rest = distance !== undefined && average !== undefined ? distance - average : undefined
    return [distance, average, rest]
  })
}

function expectClose(actual: readonly IndicatorValues[], expected: readonly Values[]): void {
  expect(actual.map((values) => values.map((value) => value !== undefined))).toEqual(
    expected.map((values) => values.map((value) => value !== undefined)),
  )
  for (const [index, values] of actual.entries()) {
    for (const [line, value] of values.entries()) {
      const wanted = expected[index]?.[line]
      if (value !== undefined && wanted !== undefined) {
        expect(Math.abs(value - wanted)).toBeLessThan(1e-6 * Math.max(1, Math.abs(wanted)))
      }
    }
  }
}

function run(id: (typeof indicatorIds)[number], params: number[], row: number[]): IndicatorValues[] {
  const indicator = indicatorKinds[id].create(params)
  return row.map((value) => indicator.close(value))
}

describe('matches the textbook definition', () => {
  test('SMA', () => {
    fc.assert(
      fc.property(prices, length, (row, size) =>
        expectClose(
          run('sma', [size], row),
          naiveSma(row, size).map((value) => [value]),
        ),
      ),
    )
  })

  test('EMA', () => {
    fc.assert(
      fc.property(prices, length, (row, size) =>
        expectClose(
          run('ema', [size], row),
          naiveEma(row, size).map((value) => [value]),
        ),
      ),
    )
  })

  test('Bollinger bands', () => {
    fc.assert(
      fc.property(prices, length, fc.integer({ min: 1, max: 4 }), (row, size, deviations) =>
        expectClose(run('bollinger', [size, deviations], row), naiveBollinger(row, size, deviations)),
      ),
    )
  })

  test('RSI', () => {
    fc.assert(
      fc.property(prices, length, (row, size) =>
        expectClose(
          run('rsi', [size], row),
          naiveRsi(row, size).map((value) => [value]),
        ),
      ),
    )
  })

  test('MACD', () => {
    fc.assert(
      fc.property(prices, length, length, length, (row, fast, slow, signal) =>
        expectClose(run('macd', [fast, slow, signal], row), naiveMacd(row, fast, slow, signal)),
      ),
    )
  })

  test('RSI is 100 if the price only rises, 0 if it only falls, 50 if it stays the same', () => {
    const rising = Array.from({ length: 20 }, (_, index) => 100 + index)
    expect(run('rsi', [14], rising).at(-1)).toEqual([100])
    expect(run('rsi', [14], rising.reverse()).at(-1)).toEqual([0])
    expect(run('rsi', [14], new Array(20).fill(5)).at(-1)).toEqual([50])
  })
})

test.each(indicatorIds)('%s: peeking at the current candle changes nothing, however often', (id) => {
  fc.assert(
    fc.property(prices, fc.array(price, { minLength: 1, maxLength: 5 }), (row, guesses) => {
      const params = indicatorKinds[id].parameters.map(() => 3)
      const looked = indicatorKinds[id].create(params)
      const plain = indicatorKinds[id].create(params)
      for (const value of row) {
        for (const guess of guesses) looked.peek(guess)
        const ahead = looked.peek(value)
        const closed = looked.close(value)
        expect(closed).toEqual(ahead)
        expect(closed).toEqual(plain.close(value))
      }
    }),
  )
})

describe('indicator choices', () => {
  test('survive a round trip through the URL', () => {
    const choice = fc
      .constantFrom(...indicatorIds)
      .chain((id) =>
        fc
          .tuple(
            ...indicatorKinds[id].parameters.map(({ min, max, step }) =>
              fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((steps) => steps * step),
            ),
          )
          .map((params) => ({ id, params })),
      )
    fc.assert(fc.property(choice, (each) => expect(parseIndicator(indicatorText(each))).toEqual(each)))
  })

  test('out-of-bounds numbers get initial values, and unknown indicators are undefined', () => {
    expect(parseIndicator('sma:1')).toEqual(chooseIndicator('sma'))
    expect(parseIndicator('sma:20.5')).toEqual({ id: 'sma', params: [20] })
    expect(parseIndicator('macd:5')).toEqual({ id: 'macd', params: [5, 26, 9] })
    expect(parseIndicator('bollinger:30:2.5')).toEqual({ id: 'bollinger', params: [30, 2.5] })
    expect(parseIndicator('sma:1e9')).toEqual({ id: 'sma', params: [20] })
    expect(parseIndicator('constructor:20')).toBeUndefined()
    fc.assert(fc.property(fc.string(), (text) => void parseIndicator(text)))
  })
})
