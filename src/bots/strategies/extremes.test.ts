import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { createExtremes } from './breakout.ts'
import { createExactSum } from './exact-sum.ts'

const candles = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 40 })
const sizes = fc.integer({ min: 1, max: 8 })

test('extremes and sums cover the newest values, and are missing while there are too few', () => {
  const property = fc.property(candles, sizes, (given, size) => {
    const extremes = createExtremes(size)
    const sum = createExactSum(size)
    for (const [at, [high, low]] of given.entries()) {
      extremes.push(high, low)
      sum.push(high)
      const newest = given.slice(Math.max(0, at + 1 - size), at + 1)
      const isFull = newest.length === size
      expect([extremes.highest, extremes.lowest]).toEqual(
        isFull
          ? [Math.max(...newest.map(([each]) => each)), Math.min(...newest.map(([, each]) => each))]
          : [undefined, undefined],
      )
      expect([sum.sum, sum.isFull]).toEqual([newest.reduce((all, [each]) => all + each, 0), isFull])
    }
  })
  fc.assert(property, { numRuns: runsOf(1000) })
})
