import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { compareVariants } from './compare.ts'

const count = (variant: number, sent: number, clicked: number) => ({ variant, sent, clicked })

test('the interval of a difference matches the literature', () => {
  // Expected figures: Newcombe 1998, table II, example (a), 56/70 and 48/80, method 10.
  const compared = compareVariants([count(0, 70, 56), count(1, 80, 48)])
  const [{ difference, from, to } = { difference: 0, from: 0, to: 0 }] = compared?.differences ?? []
  expect([difference, from, to].map((value) => Number(value.toFixed(4)))).toEqual([0.2, 0.0524, 0.3339])
})

test('below 100 recipients per variant or 20 clicks in all, there is no verdict', () => {
  const verdict = (...counts: ReturnType<typeof count>[]) => compareVariants(counts)?.verdict
  expect(verdict(count(0, 99, 90), count(1, 1000, 10))).toBe('few')
  expect(verdict(count(0, 1000, 10), count(1, 99, 90))).toBe('few')
  expect(verdict(count(0, 100, 90), count(1, 1000, 10))).toBe('ahead')
  expect(verdict(count(0, 1000, 19), count(1, 1000, 0))).toBe('few')
  expect(verdict(count(0, 1000, 20), count(1, 1000, 0))).toBe('ahead')
})

test('a difference within chance is no lead, and more variants widen what chance explains', () => {
  const two = [count(0, 1000, 50), count(1, 1000, 72)]
  expect(compareVariants(two)).toMatchObject({ leader: 1, verdict: 'ahead' })
  expect(compareVariants([...two, count(2, 1000, 50)])).toMatchObject({ leader: 1, verdict: 'unclear' })
  const four = [...two, count(2, 1000, 50), count(3, 1000, 51)]
  expect(compareVariants(four)).toMatchObject({ leader: 1, verdict: 'unclear' })
  expect(compareVariants([count(0, 500, 30), count(1, 500, 30)])).toMatchObject({ leader: 0, verdict: 'unclear' })
  expect(compareVariants([count(0, 500, 30)])).toBeUndefined()
})

test('an interval contains its difference and lies between -1 and 1', () => {
  const variant = fc
    .tuple(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([sent, share]) => ({ sent, clicked: Math.floor(sent * share) }))
  fc.assert(
    fc.property(fc.array(variant, { minLength: 2, maxLength: 4 }), (counts) => {
      const compared = compareVariants(counts.map((each, at) => ({ variant: at, ...each })))
      for (const { difference, from, to } of compared?.differences ?? []) {
        expect(difference).toBeWithin(0, 1.0000001)
        expect(from).toBeLessThanOrEqual(difference + 1e-12)
        expect(to).toBeGreaterThanOrEqual(difference - 1e-12)
        expect(Math.max(Math.abs(from), Math.abs(to))).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
  )
})
