import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { nearestUnits } from '../market/units.ts'
import { aimOf } from './aim.ts'
import type { LevelRule } from './alert-rule.ts'
import { touches, zoneOf } from './zone.ts'

const steps = { priceDigits: 2 }
const cents = (price: number) => nearestUnits(price, 2)

function isReachedBy(rule: LevelRule, { low, high }: { low: number; high: number }): boolean {
  const zone = zoneOf(rule, steps, { openTime: 0 })
  return zone !== undefined && touches(zone, { low: cents(low), high: cents(high) })
}

describe('an alert rule', () => {
  const price = fc.integer({ min: 1, max: 10_000 })
  test('is reached by a price that comes from the side of the base price', () => {
    fc.assert(
      fc.property(price, price, price, price, (basePrice, value, a, b) => {
        fc.pre(basePrice !== value)
        const range = { low: Math.min(a, b), high: Math.max(a, b) }
        const expected = value > basePrice ? range.high >= value : range.low <= value
        expect(isReachedBy({ kind: 'level', value, basePrice }, range)).toBe(expected)
      }),
    )
  })

  test('in percent means a level that many percent from the base price', () => {
    expect(aimOf({ kind: 'percent', value: 5, basePrice: 200 }, steps)).toEqual({ target: cents(210), isAbove: true })
    expect(isReachedBy({ kind: 'percent', value: -5, basePrice: 200 }, { low: 189.9, high: 205 })).toBe(true)
    expect(isReachedBy({ kind: 'percent', value: -5, basePrice: 200 }, { low: 190.1, high: 205 })).toBe(false)
  })

  test('in percent is reached at the exact price, and not one step before it', () => {
    for (let value = 1; value <= 99; value++) {
      for (const sign of [1, -1]) {
        const rule = { kind: 'percent', value: sign * value, basePrice: 100 } as const
        const [exact, before] = [100 + sign * value, 100 + sign * (value - 0.01)]
        expect({ rule, isReached: isReachedBy(rule, { low: exact, high: exact }) }).toEqual({ rule, isReached: true })
        expect(isReachedBy(rule, { low: before, high: before })).toBe(false)
      }
    }
  })

  test('below half a step is reached at the lowest possible price', () => {
    for (const rule of [
      { kind: 'level', value: 0.004, basePrice: 1 },
      { kind: 'percent', value: -99, basePrice: 0.4 },
    ] as const) {
      expect(isReachedBy(rule, { low: 0.02, high: 0.4 })).toBe(false)
      expect(isReachedBy(rule, { low: 0.01, high: 0.4 })).toBe(true)
    }
    expect(isReachedBy({ kind: 'level', value: 0.004, basePrice: 0.01 }, { low: 0.01, high: 0.01 })).toBe(false)
  })

  test('in percent targets the nearest step, as exact integer arithmetic computes it', () => {
    const hundredths = fc.integer({ min: -9900, max: 100_000 }).filter((value) => value !== 0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), hundredths, (base, value) => {
        const aim = aimOf({ kind: 'percent', value: value / 100, basePrice: base / 100 }, steps)
        const exact = BigInt(base) * BigInt(10_000 + value)
        const off = BigInt(aim.target) * 10_000n - exact
        const isNearest = (off < 0n ? -off : off) <= 5000n
        // If the target is less than a step away from the base price, the next step is the target. No price is below
        // one step.
        expect(isNearest || Math.abs(aim.target - base) === 1 || aim.target === 1).toBe(true)
        expect(aim.target === 0).toBe(base === 1 && value < 0)
        expect(aim.isAbove ? aim.target > base : aim.target < base).toBe(true)
      }),
    )
  })
})
