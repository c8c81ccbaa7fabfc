import { expect, test } from 'bun:test'
import { formatDuration } from './duration.ts'

test.each([
  ['ru', 998_000, '16\u00a0мин 38\u00a0с'],
  ['ru', 33_360_000, '9\u00a0ч 16\u00a0мин'],
  ['en', 40_000, '40\u00a0sec'],
  ['en', 0, '1\u00a0sec'],
] as const)('in %s, %d ms has no line break between a number and its unit', (locale, ms, shown) => {
  expect(formatDuration(locale, ms)).toBe(shown)
})
