import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keyStep, movedSpan } from './span.ts'

const limits = { from: 1000, to: 9000, min: 50, max: 2000 }
const spans = fc
  .record({ from: fc.integer({ min: 1000, max: 7000 }), length: fc.integer({ min: 50, max: 2000 }) })
  .map(({ from, length }) => ({ from, to: from + length }))

test('a moved span stays within its limits, and a moved end leaves the other where it was', () => {
  const by = fc.integer({ min: -10_000, max: 10_000 })
  fc.assert(
    fc.property(spans, fc.constantFrom('start', 'whole', 'end'), by, (span, grip, ms) => {
      const moved = movedSpan(span, grip, ms, limits)
      expect(moved.from).toBeGreaterThanOrEqual(limits.from)
      expect(moved.to).toBeLessThanOrEqual(limits.to)
      expect(moved.to - moved.from).toBeWithin(limits.min, limits.max + 1)
      if (grip === 'whole') expect(moved.to - moved.from).toBe(span.to - span.from)
      if (grip === 'start') expect(moved.to).toBe(span.to)
      if (grip === 'end') expect(moved.from).toBe(span.from)
      if (ms === 0) expect(moved).toEqual(span)
    }),
  )
})

test('keys move by a tenth or by the whole length, and to both ends', () => {
  fc.assert(
    fc.property(spans, (span) => {
      const length = span.to - span.from
      const moved = (key: string, isFast = false) =>
        movedSpan(span, 'whole', keyStep(key, isFast, span, limits) ?? 0, limits)
      expect(keyStep('ArrowRight', false, span, limits)).toBe(length / 10)
      expect(keyStep('ArrowLeft', true, span, limits)).toBe(-length)
      expect(moved('Home')).toEqual({ from: limits.from, to: limits.from + length })
      expect(moved('End')).toEqual({ from: limits.to - length, to: limits.to })
      expect(keyStep('a', false, span, limits)).toBeUndefined()
    }),
  )
})
