import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { startOf } from '../../tests/market-candles.ts'
import { runsOf } from '../../tests/property-runs.ts'
import { closeTimeOf, moscowDay, openTimeOf, timeframes } from './timeframe.ts'

test('every time lies in the candle that the calendar says, and candles follow each other', () => {
  // Since 2014-10-26, Moscow is always three hours ahead of UTC.
  const time = fc.integer({ min: Date.UTC(2014, 9, 27), max: Date.UTC(2200, 0) })
  fc.assert(
    fc.property(time, fc.constantFrom(...timeframes, moscowDay), (at, tf) => {
      const [open, close] = [openTimeOf(at, tf), closeTimeOf(at, tf)]
      expect(open).toBe(startOf(at, tf))
      expect(close).toBeGreaterThan(at)
      expect(startOf(close - 1, tf)).toBe(open)
      expect([openTimeOf(close, tf), openTimeOf(open, tf), closeTimeOf(open, tf)]).toEqual([close, open, close])
    }),
    { numRuns: runsOf(1000) },
  )
})

test('weeks begin on Monday, months have the length of the calendar, leap years too', () => {
  expect(new Date(openTimeOf(Date.UTC(2026, 10, 29, 12), 10080)).toUTCString()).toContain('Mon, 23 Nov 2026')
  expect(closeTimeOf(Date.UTC(2024, 1, 10), 43200)).toBe(Date.UTC(2024, 2))
  expect(closeTimeOf(Date.UTC(2026, 11, 31, 23, 59), 43200)).toBe(Date.UTC(2027, 0))
})
