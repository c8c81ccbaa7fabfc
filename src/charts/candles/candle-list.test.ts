import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DecimalCandle } from '../../market/candle.ts'
import { axisFormats, axisTime, instantOf } from '../canvas/axis-time.ts'
import { heikinAshi } from '../canvas/heikin-ashi.ts'
import { indexAt, mergeCandles, placeOf, readCandleRows, timeAt } from './candle-list.ts'

const minute = 60_000
const candle = (openTime: number, close = 1): DecimalCandle => ({
  openTime,
  open: 1,
  high: 2,
  low: 1,
  close,
  volume: 1,
})
/** Generates lists of candles in ascending order, with holes. */
const list = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
  .map((places) => places.sort((left, right) => left - right).map((place) => candle(place * minute)))

describe('lists of candles', () => {
  test('a merged list has each candle once, in order; the newer version wins', () => {
    fc.assert(
      fc.property(list, list, (older, newer) => {
        const marked = newer.map((each) => ({ ...each, close: 2 }))
        const byTime = new Map([...older, ...marked].map((each) => [each.openTime, each]))
        const expected = [...byTime.values()].sort((left, right) => left.openTime - right.openTime)
        expect(mergeCandles(older, marked)).toEqual(expected)
      }),
    )
  })

  test('the candle at a moment is the last one opened at or before it', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: -minute, max: 62 * minute }), (candles, time) => {
        expect(indexAt(candles, time)).toBe(candles.findLastIndex(({ openTime }) => openTime <= time))
      }),
    )
  })

  test('only rows of six numbers are read as candles', () => {
    expect(readCandleRows([[1, 2, 3, 4, 5, 6]])).toEqual([
      { openTime: 1, open: 2, high: 3, low: 4, close: 5, volume: 6 },
    ])
    expect(readCandleRows([])).toEqual([])
    for (const wrong of [{}, null, 'x', [[1, 2, 3]], [[1, 2, 3, 4, 5, '6']], [[1, 2, 3, 4, 5, null]]]) {
      expect(readCandleRows(wrong)).toBeUndefined()
    }
  })
})

describe('positions on the chart', () => {
  test('a position maps back to its moment: between candles, in holes and beyond both ends', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: -90 * minute, max: 200 * minute }), (candles, time) => {
        const place = placeOf(candles, time, minute)
        if (place === undefined) return expect(candles).toEqual([])
        expect(Math.abs((timeAt(candles, place, minute) ?? Number.NaN) - time)).toBeLessThan(1)
      }),
    )
  })

  test('candles are at whole positions', () => {
    fc.assert(
      fc.property(list, (candles) => {
        expect(candles.map(({ openTime }) => placeOf(candles, openTime, minute))).toEqual([...candles.keys()])
      }),
    )
  })
})

test('a Heikin-Ashi candle closes at the average price and opens mid-way in the previous one', () => {
  const first = heikinAshi({ openTime: 0, open: 10, high: 14, low: 8, close: 12, volume: 3 }, undefined)
  expect(first).toEqual({ openTime: 0, open: 11, high: 14, low: 8, close: 11, volume: 3 })
  const second = heikinAshi({ openTime: 1, open: 12, high: 13, low: 12, close: 13, volume: 4 }, first)
  expect(second).toEqual({ openTime: 1, open: 11, high: 13, low: 11, close: 12.5, volume: 4 })
})

describe('the axis uses Moscow time', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 30)

  test('the axis is three hours ahead of UTC and converts back', () => {
    expect(axisTime(noon, 60)).toBe(axisTime(noon + 3 * 3_600_000, 1440))
    for (const tf of [1, 60, 1440] as const) expect(instantOf(axisTime(noon, tf), tf)).toBe(noon)
  })

  test('daily candles keep their UTC date', () => {
    const day = Date.UTC(2026, 10, 21)
    expect(axisFormats('en', 1440).moment(day)).toBe('Nov 21, 2026')
    expect(axisFormats('en', 1440).mark(axisTime(day, 1440), 'day')).toBe('Nov 21')
    expect(axisFormats('en', 240).moment(Date.UTC(2026, 10, 20, 21))).toBe('Nov 21, 2026, 00:00')
    expect(axisFormats('ru', 60).moment(noon)).toMatch(/^21 нояб\. 2026 г\., 15:30$/)
    expect(axisFormats('ru', 60).mark(axisTime(noon, 60), 'time')).toBe('15:30')
  })
})
