import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../tests/property-runs.ts'
import { catalog, chooseIndicator, type IndicatorChoice, indicatorIds, maxMemory } from './catalog.ts'
import type { IndicatorValues } from './indicator.ts'
import { createChosen } from './kinds.ts'

/* These tests compare an indicator after many candles with the same indicator computed from only the last ones. */

const nearly = 1e-9

/** An anchored price has no memory of a known length: it needs all candles since its anchor. */
const remembering = indicatorIds.filter((id) => id !== 'avwap')

function valuesAfter(choice: IndicatorChoice, closes: readonly number[]): IndicatorValues {
  const indicator = createChosen(choice)
  let values: IndicatorValues = []
  for (const [index, close] of closes.entries()) {
    // Prices wander within a dollar around the close, and time ends at the same minute for any number of candles.
    const [high, low] = [close + (Math.abs(close * 7) % 1), close - (Math.abs(close * 3) % 1)]
    const openTime = (100_000_000 + index - closes.length) * 60_000
    values = indicator.close({ openTime, open: close, high, low, close, volume: 1 + (Math.abs(close * 11) % 5) })
  }
  return values
}

/** Generates prices that wander by cents around an offset. */
function wander(seed: number, count: number, offset: number): number[] {
  let state = seed
  let cents = 0
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    cents += (state >>> 16) % 201
    cents -= 100
    return offset + cents / 100
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Computes the standard deviation from distances to the first value, so that a large offset costs no precision. */
function naiveSpread(window: readonly number[]): number {
  const distances = window.map((value) => value - (window[0] ?? 0))
  const middle = mean(distances)
  return Math.sqrt(mean(distances.map((distance) => (distance - middle) ** 2)))
}

const seed = fc.nat(2 ** 31 - 1)
const length = fc.integer({ min: 2, max: 500 })
const offset = fc.constantFrom(0.5, 1000, 97_811.94, 1e7, 1e9)
/** Numbers of candles: a year of minutes is too many for a property test; the ring wraps every `length` candles. */
const counts = fc.integer({ min: 501, max: 5000 })

describe('after a long run', () => {
  test('the mean and the bands match their window, however far from zero', () => {
    fc.assert(
      fc.property(seed, counts, length, offset, (from, count, size, base) => {
        const closes = wander(from, count, base)
        const window = closes.slice(-size)
        const [sma = 0] = valuesAfter({ id: 'sma', params: [size] }, closes)
        const [middle = 0, upper = 0, lower = 0] = valuesAfter({ id: 'bollinger', params: [size, 2] }, closes)
        const wanted = mean(window)
        const scale = Math.max(Math.abs(wanted), ...window.map(Math.abs))
        const spread = 2 * naiveSpread(window)
        expect(Math.abs(sma - wanted)).toBeLessThanOrEqual(nearly * scale)
        expect(Math.abs(middle - wanted)).toBeLessThanOrEqual(nearly * scale)
        // The upper band is a sum with the middle line, rounded to its last digit.
        const digits = scale * 2 ** -50
        expect(Math.abs(upper - middle - spread)).toBeLessThanOrEqual(nearly * spread + digits)
        expect(Math.abs(middle - lower - spread)).toBeLessThanOrEqual(nearly * spread + digits)
      }),
      { numRuns: runsOf(200) },
    )
  })

  test('60,000 candles cause no drift', () => {
    const closes = wander(7, 60_000, 97_811.94)
    for (const id of remembering) {
      const choice = chooseIndicator(id)
      const anew = valuesAfter(choice, closes.slice(-maxMemory([choice])))
      for (const [line, value] of valuesAfter(choice, closes).entries()) {
        expect(Math.abs((value ?? 0) - (anew[line] ?? 0))).toBeLessThanOrEqual(nearly * 97_811.94 * 1e-3)
      }
    }
  })

  test('a crash by seven digits leaves no error in the window', () => {
    const quiet = wander(3, 40, 0.5).map((value) => Math.abs(value) / 100)
    const closes = [...wander(5, 333, 1e7), ...quiet]
    const [middle = 0, upper = 0] = valuesAfter({ id: 'bollinger', params: [20, 1] }, closes)
    const window = closes.slice(-20)
    expect(Math.abs(middle - mean(window))).toBeLessThanOrEqual(nearly * middle)
    expect(Math.abs(upper - middle - naiveSpread(window))).toBeLessThanOrEqual(nearly * naiveSpread(window))
  })

  test('a constant price gives RSI 50 and zero band width, whatever came before', () => {
    const closes = [...wander(11, 700, 1000), ...new Array(600).fill(1234.56)]
    expect(valuesAfter({ id: 'rsi', params: [14] }, closes)).toEqual([50])
    const [middle = 0, upper = 0, lower = 0] = valuesAfter({ id: 'bollinger', params: [500, 5] }, closes)
    expect([upper - middle, middle - lower]).toEqual([0, 0])
  })
})

const choice = fc
  .constantFrom(...remembering)
  .chain((id) =>
    fc
      .tuple(
        ...catalog[id].parameters.map(({ name, min, max, step }) =>
          fc
            .integer({ min: Math.ceil(min / step), max: Math.min(name === 'days' ? 3 : 60, Math.floor(max / step)) })
            .map((each) => Number((each * step).toFixed(2))),
        ),
      )
      .map((params): IndicatorChoice => ({ id, params })),
  )

test('the candles within an indicator’s memory are enough to get the same values', () => {
  fc.assert(
    fc.property(choice, seed, fc.nat(1200), (chosen, from, earlier) => {
      const memory = maxMemory([chosen])
      const closes = wander(from, memory + earlier, 97_811.94)
      const whole = valuesAfter(chosen, closes)
      const some = valuesAfter(chosen, closes.slice(-memory))
      for (const [line, value] of whole.entries()) {
        expect(some[line]).toBeDefined()
        expect(Math.abs((value ?? 0) - (some[line] ?? 0))).toBeLessThanOrEqual(nearly * 100)
      }
    }),
    { numRuns: runsOf(200) },
  )
})

test('sessions need fewer candles the longer those are', () => {
  expect(maxMemory([chooseIndicator('vwap')])).toBe(1441)
  expect(maxMemory([chooseIndicator('vwap')], 60)).toBe(25)
  expect(maxMemory([chooseIndicator('pivots', [7])], 1440)).toBe(15)
  expect(maxMemory([chooseIndicator('obv', [366])], 43_200)).toBe(14)
})

test('the memory of an average is four lengths, that of a window its own length', () => {
  expect(maxMemory([{ id: 'ema', params: [200] }])).toBe(800)
  expect(maxMemory([{ id: 'ema', params: [20] }])).toBe(200)
  expect(maxMemory([{ id: 'sma', params: [200] }])).toBe(200)
  expect(maxMemory([{ id: 'bollinger', params: [500, 2] }])).toBe(500)
  expect(maxMemory([{ id: 'rsi', params: [100] }])).toBe(797)
  expect(maxMemory([{ id: 'macd', params: [12, 100, 60] }])).toBe(639)
  expect(maxMemory([chooseIndicator('rsi'), { id: 'ema', params: [300] }])).toBe(1200)
  expect(maxMemory([])).toBe(0)
})
