import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { runsOf } from '../../tests/property-runs.ts'
import { textbookOf } from '../../tests/textbook-indicators.ts'
import {
  catalog,
  chooseIndicator,
  type IndicatorChoice,
  type IndicatorId,
  indicatorIds,
  indicatorText,
  maxMemory,
  parseIndicator,
  priceSources,
} from './catalog.ts'
import type { IndicatorCandle, IndicatorValues } from './indicator.ts'
import { createChosen } from './kinds.ts'

const minute = 60_000
/** Start of a UTC day in 2026 */
const start = Date.UTC(2026, 10, 20)

/** A random candle: prices are cents, and some minutes are missing before it. */
const shapes = fc.record({
  hole: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 900 })),
  move: fc.integer({ min: -150, max: 150 }),
  up: fc.nat(80),
  down: fc.nat(80),
  volume: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 5000 }) }, fc.constant(0)),
})

function candlesOf(all: readonly (typeof shapes extends fc.Arbitrary<infer Shape> ? Shape : never)[], from = start) {
  let close = 10_000
  let openTime = from
  return all.map(({ hole, move, up, down, volume }): IndicatorCandle => {
    const open = close
    close += move
    openTime += (1 + hole) * minute
    const [high, low] = [Math.max(open, close) + up, Math.min(open, close) - down]
    return { openTime, open: open / 100, high: high / 100, low: low / 100, close: close / 100, volume: volume / 10 }
  })
}

const rows = fc.tuple(fc.array(shapes, { maxLength: 120 }), fc.integer({ min: -1440, max: 0 })).map(([all, shift]) =>
  // Some rows begin exactly with a session.
  candlesOf(all, start - (shift < -700 ? minute : -shift * minute)),
)

/** Parameters small enough for short rows, and anchors within them */
function choices(id: IndicatorId): fc.Arbitrary<IndicatorChoice> {
  const params = catalog[id].parameters.map(({ name, min, max, step }) => {
    if (name === 'from') return fc.integer({ min: -1500, max: 3000 }).map((minutes) => start / minute + minutes)
    const most = Math.min(max, step < 1 ? max : 12)
    return fc.integer({ min: Math.round(min / step), max: Math.round(most / step) }).map((steps) => steps * step)
  })
  return fc
    .tuple(fc.constantFrom(...priceSources), ...params)
    .map(([source, ...values]) => chooseIndicator(id, values, source))
}

function closed(choice: IndicatorChoice, row: readonly IndicatorCandle[]): IndicatorValues[] {
  return row.map(createChosen(choice).close)
}

/**
 * Differences are relative to the value, or to a thousandth of the prices and volumes it was computed from: a distance
 * of two averages that is near zero has their rounding errors.
 */
function expectSame(actual: readonly IndicatorValues[], expected: readonly IndicatorValues[], scale: number): void {
  expect(actual.length).toBe(expected.length)
  const isKnown = (values: IndicatorValues) => values.map((value) => value !== undefined)
  for (const [index, values] of actual.entries()) {
    const wanted = expected[index] ?? []
    if (String(isKnown(values)) !== String(isKnown(wanted))) expect([index, values]).toEqual([index, wanted])
    for (const [line, value = 0] of values.entries()) {
      const right = wanted[line] ?? 0
      const difference = Math.abs(value - right)
      if (!(difference <= 1e-9 * Math.max(Math.abs(right), scale))) {
        expect({ index, line, value, difference }).toEqual({ index, line, value: right, difference: 0 })
      }
    }
  }
}

/** Usual size of indexes: near zero they have the rounding errors of prices, in units of a small deviation */
const pointsOf: Partial<Record<IndicatorId, number>> = { cci: 100 }

const scaleOf = (row: readonly IndicatorCandle[]) => Math.max(0, ...row.map(({ high }) => high)) / 1000

describe.each(indicatorIds)('%s', (id) => {
  test('equals its definition for random candles with holes', () => {
    fc.assert(
      fc.property(rows, choices(id), (row, choice) =>
        expectSame(closed(choice, row), textbookOf(choice, row), pointsOf[id] ?? scaleOf(row)),
      ),
      { numRuns: runsOf(300) },
    )
  })

  test('peeking equals closing and changes nothing', () => {
    fc.assert(
      fc.property(rows, choices(id), (row, choice) => {
        const looked = createChosen(choice)
        const plain = closed(choice, row)
        for (const [index, candle] of row.entries()) {
          looked.peek({ ...candle, high: candle.high * 2, close: candle.high * 2, volume: 7 })
          expect(looked.peek(candle)).toEqual(plain[index] ?? [])
          expect(looked.close(candle)).toEqual(plain[index] ?? [])
        }
      }),
      { numRuns: runsOf(100) },
    )
  })
})

/** Minutes of a generated walk, and where the machine has them, real ones with holes and rows out of order */
const files = ['../../tests/fixtures/market/walk-1m.csv', '../../../shared/fixtures/market/bitfinex_xbtusd_1m.csv']
  .map((path) => join(import.meta.dir, path))
  .filter((path) => existsSync(path))

function readCandles(path: string, count: number): IndicatorCandle[] {
  const [, ...texts] = readFileSync(path, 'utf8').trim().split('\n').slice(0, count)
  const byTime = new Map(
    texts.map((text) => {
      const [time = '', open = 0, high = 0, low = 0, close = 0, volume = 0] = text
        .split(',')
        .map((field, at) => (at === 0 ? field : Number(field)))
      const openTime = /^\d+$/.test(String(time)) ? Number(time) : Date.parse(`${time}Z`)
      return [
        openTime,
        {
          openTime,
          open: Number(open),
          high: Number(high),
          low: Number(low),
          close: Number(close),
          volume: Number(volume),
        },
      ]
    }),
  )
  return [...byTime.values()].sort((left, right) => left.openTime - right.openTime)
}

const sourced = indicatorIds.filter((id) => catalog[id].hasSource)

/** Indicators that read a line of another one, which may read a third */
const chains = fc
  .tuple(
    fc.constantFrom(...sourced).chain(choices),
    fc.option(fc.constantFrom(...sourced).chain(choices)),
    fc.constantFrom(...indicatorIds.filter((id) => !catalog[id].isAnchored)).chain(choices),
    fc.nat(6),
  )
  .map(([upper, middle, lower, line]): IndicatorChoice => {
    const lowest = { of: lower, line: line % catalog[lower.id].lines.length }
    return { ...upper, source: middle ? { of: { ...middle, source: lowest }, line: 0 } : lowest }
  })

describe('an indicator of another one', () => {
  test('equals its definition, and peeking changes nothing', () => {
    fc.assert(
      fc.property(rows, chains, (row, choice) => {
        expect(parseIndicator(indicatorText(choice))).toEqual(choice)
        const plain = closed(choice, row)
        expectSame(plain, textbookOf(choice, row), 100)
        const looked = createChosen(choice)
        for (const [index, candle] of row.entries()) {
          looked.peek({ ...candle, close: candle.close * 2 })
          expect(looked.peek(candle)).toEqual(plain[index] ?? [])
          looked.close(candle)
        }
      }),
      { numRuns: runsOf(200) },
    )
  })

  test.each(['sma:9@rsi:14', 'bollinger:20:2@macd.signal:12:26:9', 'ema:9@stochrsi:14:14:3:3@hlc3', 'wma:5@atr:14'])(
    '%s equals its definition on a long row, and its memory is enough',
    (text) => {
      const choice = parseIndicator(text) ?? chooseIndicator('sma')
      const memory = maxMemory([choice])
      const row = readCandles(files[0] ?? '', 3600).slice(-memory - 300)
      const all = textbookOf(choice, row)
      expectSame(closed(choice, row), all, scaleOf(row))
      expectSame(closed(choice, row.slice(-memory)).slice(-1), all.slice(-1), scaleOf(row))
    },
  )
})

describe.each(files)('candles of %s', (path) => {
  const row = readCandles(path, 3600)
  test.each(indicatorIds)('%s equals its definition', (id) => {
    const anchored = id === 'avwap' ? [(row[700]?.openTime ?? 0) / minute] : []
    const choice = chooseIndicator(id, anchored)
    // The definitions are slow, so they see the newest candles that their memory needs, and as many more.
    const known = row.slice(-400 - Math.min(catalog[id].memory(choice.params), row.length))
    const all = textbookOf(choice, known)
    const later = closed(choice, id === 'avwap' ? row : known)
    expect(all.at(-1)?.some((value) => value !== undefined)).toBe(true)
    const scale = pointsOf[id] ?? scaleOf(row)
    expectSame(later.slice(-all.length), all, scale)
    // With the whole history before them, the newest candles have the same values.
    expectSame(closed(choice, row).slice(-300), all.slice(-300), scale)
  })
})
