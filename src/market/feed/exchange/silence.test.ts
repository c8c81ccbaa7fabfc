import { expect, test } from 'bun:test'
import { createSilenceWatch } from './streams.ts'

test('silence is detected after the clock was set back', () => {
  let now = 10 * 3600_000
  const watch = createSilenceWatch(['BTCUSDT'], () => now)
  watch.heard('BTCUSDT')
  now -= 2 * 3600_000
  expect(watch.verdict()).toBeUndefined()
  now += 30_000
  expect(watch.verdict()).toBe('all')
})
