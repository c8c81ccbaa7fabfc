import { expect, test } from 'bun:test'
import { formatLength, formatRatio } from './figures.ts'

test.each([
  [3.6, '3,60', '3.60'],
  [-0.004, '0,00', '0.00'],
  [-12.345, '−12,35', '−12.35'],
  [undefined, '—', '—'],
])('ratios have two decimals: %p', (ratio, russian, english) => {
  expect([formatRatio('ru', ratio), formatRatio('en', ratio)]).toEqual([russian, english])
})

test.each([
  [20 * 60_000, '20 min'],
  [23.7 * 3_600_000, '1 day'],
  [47.6 * 3_600_000, '2 days'],
  [75.3 * 86_400_000, '75 days 7 hr'],
])('durations are rounded to hours, and 24 hours are a day: %p', (ms, text) => {
  expect(formatLength('en', ms)).toBe(text)
})
