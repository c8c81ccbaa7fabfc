import { expect, test } from 'bun:test'
import { type ClockReading, checkClock } from './machine-check.ts'

const at = Date.UTC(2026, 10, 23, 9, 40, 13)
const readingOf = (ahead: number, tookMs = 200, roundedMs = 1000): ClockReading => {
  return { by: 'the exchange', time: at, roundedMs, askedAt: at + ahead, heardAt: at + ahead + tookMs }
}

test.each([
  [0, 200],
  [-4000, 200],
  [4000, 200],
  // A slow answer is less precise: the time may be from the beginning or the end of the request.
  [500, 8500],
  [-9000, 8500],
])('a clock within the uncertainty passes: %d ms ahead, answered after %d ms', (ahead, tookMs) => {
  expect(checkClock(readingOf(ahead, tookMs), 0, at)).toEqual(['clock, as that of the exchange', 'ok'])
})

test.each([
  [37_000, '37 s ahead of that of the exchange'],
  [-37_000, '37 s behind that of the exchange'],
  [600_000, '10 min ahead of'],
  [-7 * 3_600_000, '7 h behind'],
  [100 * 86_400_000, '100 days ahead of'],
])('a wrong clock is reported with its deviation and a remedy: %d ms', (ahead, words) => {
  const [what, state] = checkClock(readingOf(ahead, 20, 1), 0, at + ahead)
  expect([what, state]).toEqual(['clock', expect.stringMatching(new RegExp(`^${words}[^]*timedatectl`))])
})

test('without a time to compare with, the check passes and says so', () => {
  expect(checkClock(undefined, at - 1000, at)).toEqual([expect.stringContaining('not compared'), 'ok'])
})

test('a time earlier than the last database write is reported, whichever clock was wrong', () => {
  expect(checkClock(undefined, at + 3000, at)[1]).toBe('ok')
  const later = at + 3 * 3_600_000
  expect(checkClock(undefined, later, at)[1]).toMatch(
    /written 3 h from now, at 2026-11-23T12:40:13.000Z: the clock is behind, or/,
  )
  expect(checkClock(readingOf(0), later, at)[1]).toContain('the clock is right, but was ahead then')
})
