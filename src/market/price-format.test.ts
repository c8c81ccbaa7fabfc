import { expect, test } from 'bun:test'
import { formatCompact } from '../i18n/numbers.ts'
import { changeDirection, formatChange, formatPrice } from './price-format.ts'

test('prices have all digits of their instrument in each language, also when repeated', () => {
  for (let n = 0; n < 2; n++) {
    expect(formatPrice('en', 1234.5, 2)).toBe('1,234.50')
    expect(formatPrice('en', 1234.5, 4)).toBe('1,234.5000')
    expect(formatPrice('ru', 1234.5, 2)).toBe('1\u00a0234,50')
  }
})

test('changes have a sign and two digits; zero has no sign', () => {
  expect(formatChange('en', 1.25)).toBe('+1.25%')
  expect(formatChange('en', -0.4)).toBe('−0.40%')
  expect(formatChange('en', 0)).toBe('0.00%')
  expect(formatChange('en', 12.3456)).toBe('+12.35%')
})

test('a change has the direction of its shown figure; zero after rounding has none', () => {
  for (const zero of [0, -0, 0.004, -0.004]) {
    expect(formatChange('en', zero)).toBe('0.00%')
    expect(changeDirection(zero)).toBeUndefined()
  }
  expect(formatChange('ru', -0.006)).toBe('−0,01\u00a0%')
  expect(changeDirection(-0.006)).toBe('down')
  expect(changeDirection(0.006)).toBe('up')
})

test('a volume has three digits at every size', () => {
  expect([0, 0.5, 7, 18_400, 21_668, 2_014_000_000].map((volume) => formatCompact('en', volume))).toEqual([
    ...['0', '0.500', '7.00', '18.4K', '21.7K', '2.01B'],
  ])
  expect(formatCompact('ru', 2_014_000_000)).toBe('2,01\u00a0млрд')
})
