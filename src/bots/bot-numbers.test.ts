import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { directionOf, formatGain, formatShare, shareDirection } from './bot-numbers.ts'

test('numbers have a color exactly if they are written with a sign', () => {
  const directionIn = (text: string) => ({ '+': 'up', '−': 'down' })[text[0] ?? '']
  fc.assert(
    fc.property(
      fc.integer({ min: -2_000_000, max: 2_000_000 }),
      fc.double({ min: -3e-4, max: 3e-4, noNaN: true }),
      (money, share) => {
        expect(directionOf(money)).toBe(directionIn(formatGain('en', money)) as ReturnType<typeof directionOf>)
        expect(shareDirection(share)).toBe(directionIn(formatShare('en', share)) as ReturnType<typeof directionOf>)
      },
    ),
  )
  expect(directionOf(-499_999)).toBeUndefined()
  expect(directionOf(-600_000)).toBe('down')
  expect(shareDirection(-0.00003)).toBeUndefined()
  expect(shareDirection(0.0001)).toBe('up')
})
