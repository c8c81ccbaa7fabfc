import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { maxUnits, nearestUnits, readUnits, toDecimal, wholeUnits } from './units.ts'

/** Generator of decimals as people and exchanges write them, with up to this many digits after the point */
const written = fc
  .record({ whole: fc.bigInt({ min: 0n, max: 999_999n }), decimals: fc.string({ unit: digit(), maxLength: 18 }) })
  .map(({ whole, decimals }) => ({ text: decimals === '' ? String(whole) : `${whole}.${decimals}`, decimals, whole }))

function digit() {
  return fc.constantFrom(...'0123456789')
}

test('up to 18 decimals are parsed exactly, or rounded to the nearest step and reported', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 0, max: 8 }), ({ text, decimals, whole }, digits) => {
      const exact = BigInt(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`)
      const isFiner = /[1-9]/.test(decimals.slice(digits))
      // Expected result: the nearest step, halves rounded up
      const isUp = decimals.charAt(digits) >= '5'
      const read = readUnits(text, digits)
      expect(read?.isExact).toBe(!isFiner)
      expect(BigInt(read?.units ?? -1)).toBe(isUp ? exact + 1n : exact)
    }),
    { numRuns: 1000 },
  )
})

test('up to fifteen figures are converted to a decimal and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxUnits }), fc.integer({ min: 0, max: 10 }), (whole, digits) => {
      const text = String(whole).padStart(digits + 1, '0')
      const plain = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
      const decimal = toDecimal(wholeUnits(whole), digits)
      expect(decimal).toBe(Number(plain))
      expect(nearestUnits(decimal, digits)).toBe(wholeUnits(whole))
      expect(readUnits(String(decimal), digits)).toEqual({ units: wholeUnits(whole), isExact: true })
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['98755.20000000', 2, 9_875_520],
  ['0.00001000', 5, 1],
  ['.5', 1, 5],
  ['7.', 0, 7],
  ['1.5e-7', 8, 15],
  ['12E3', 0, 12_000],
  ['000123.4', 1, 1234],
  ['999999999999999', 0, maxUnits],
])('%s with %i digits is %i steps', (text, digits, units) => {
  expect(readUnits(text, digits)).toEqual({ units: wholeUnits(units), isExact: true })
})

test.each([
  '',
  '.',
  '-1',
  '+1',
  '1,5',
  ' 1',
  '0x10',
  'NaN',
  'Infinity',
  '1e9999',
  '1.2.3',
  '1000000000000000',
  '1e15',
  'e5',
])('%j is not a number of steps', (text) => expect(readUnits(text, 0)).toBeUndefined())

test('a value finer than a step is rounded, and reported as inexact', () => {
  expect(readUnits('1e-999', 8)).toEqual({ units: wholeUnits(0), isExact: false })
  expect(readUnits('0.004', 2)).toEqual({ units: wholeUnits(0), isExact: false })
  expect(readUnits('0.005', 2)).toEqual({ units: wholeUnits(1), isExact: false })
  expect(readUnits('0e-999', 2)).toEqual({ units: wholeUnits(0), isExact: true })
})

test('units and decimals are not assignable to each other', () => {
  const units = wholeUnits(5)
  // @ts-expect-error: units are not drawn
  const drawn: Parameters<typeof nearestUnits>[0] = units
  // @ts-expect-error: a number of unknown scale is not stored
  const stored: typeof units = 5.5
  expect([drawn, stored]).toHaveLength(2)
})
