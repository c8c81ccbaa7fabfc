import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { tilesOf } from './heat-layout.ts'

test('tiles fill the map without overlaps, with areas in proportion to their weights', () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(weights, fc.double({ min: 0.2, max: 5, noNaN: true }), (given, ratio) => {
      const tiles = tilesOf(given, ratio)
      const total = given.reduce((sum, weight) => sum + weight, 0)
      expect(tiles).toHaveLength(given.length)
      for (const [at, { x, y, width, height }] of tiles.entries()) {
        expect((width * height) / 10_000).toBeCloseTo((given[at] ?? 0) / total, 9)
        expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x + width, y + height)).toBeLessThan(100 + 1e-9)
      }
      // Equal areas in sum leave no room for overlaps if no two tiles share an inner point.
      for (const [at, one] of tiles.entries()) {
        for (const other of tiles.slice(at + 1)) {
          const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
          const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
          expect(Math.min(wide, high)).toBeLessThan(1e-9)
        }
      }
    }),
  )
})
