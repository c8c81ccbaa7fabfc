import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { IndicatorCandle } from './indicator.ts'
import { volumeProfile } from './volume-profile.ts'

const candle = fc
  .record({
    low: fc.integer({ min: 1, max: 10_000 }),
    range: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
    open: fc.nat(1000),
    close: fc.nat(1000),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
  })
  .map(({ low, range, open, close, volume }): IndicatorCandle => {
    const priceAt = (part: number) => (low + (range * part) / 1000) / 100
    return { openTime: 0, low: priceAt(0), high: priceAt(1000), open: priceAt(open), close: priceAt(close), volume }
  })
const candles = fc.array(candle, { minLength: 1, maxLength: 60 })
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('the rows of a profile hold the volume of each candle by the share of its range', () => {
  fc.assert(
    fc.property(candles, fc.constantFrom(1, 24, 96), (all, count) => {
      const profile = volumeProfile(all, count)
      const traded = total(all.map(({ volume }) => volume))
      if (traded === 0) return expect(profile).toBeUndefined()
      const rows = profile?.rows ?? []
      const volumes = rows.map(({ rise, fall }) => rise + fall)
      expect(Math.abs(total(volumes) - traded)).toBeLessThanOrEqual(1e-9 * traded)
      expect(rows[0]?.low).toBe(Math.min(...all.map(({ low }) => low)))
      // The definition: the part of each candle's range below a price, with single prices at the price itself.
      const below = (price: number) =>
        total(
          all.map(({ low, high, volume }) => {
            if (low === high) return low < price ? volume : 0
            return volume * Math.min(1, Math.max(0, (price - low) / (high - low)))
          }),
        )
      // A single price lies on the edge of two rows only up to rounding, so edges within a millionth of one are skipped.
      const isOnEdge = (edge: number) => all.some(({ low, high }) => low === high && Math.abs(low - edge) < 1e-6 * edge)
      for (const [at, { high }] of rows.slice(0, -1).entries()) {
        if (isOnEdge(high)) continue
        expect(Math.abs(total(volumes.slice(0, at + 1)) - below(high))).toBeLessThanOrEqual(1e-9 * traded)
      }
    }),
  )
})

test('the value area grows from the point of control to 70 % of the volume', () => {
  fc.assert(
    fc.property(candles, (all) => {
      const profile = volumeProfile(all, 24)
      if (!profile) return
      const volumes = profile.rows.map(({ rise, fall }) => rise + fall)
      const { control, area } = profile
      expect(volumes[control]).toBe(Math.max(...volumes))
      const held = (from: number, to: number) => total(volumes.slice(from, to + 1)) / total(volumes)
      expect(area.from <= control && control <= area.to).toBe(true)
      expect(held(area.from, area.to)).toBeGreaterThanOrEqual(0.7 - 1e-9)
      if (area.from === area.to) return
      // Without its smaller end it would hold less.
      const ends = [
        ...(area.from < control ? [held(area.from + 1, area.to)] : []),
        ...(area.to > control ? [held(area.from, area.to - 1)] : []),
      ]
      expect(Math.min(...ends)).toBeLessThan(0.7 + 1e-9)
    }),
  )
})

test('a profile by hand', () => {
  const flat = (low: number, high: number, volume: number, close = high) => ({
    openTime: 0,
    open: low,
    high,
    low,
    close,
    volume,
  })
  const profile = volumeProfile([flat(10, 14, 8), flat(12, 13, 4, 11), flat(10, 10, 1)], 4)
  expect(profile?.rows.map(({ rise, fall }) => [rise, fall])).toEqual([
    [3, 0],
    [2, 0],
    [2, 4],
    [2, 0],
  ])
  expect(profile?.control).toBe(2)
  expect(profile?.area).toEqual({ from: 1, to: 3 })
})
