import { expect, test } from 'bun:test'
import { minuteMs } from '../../timeframe.ts'
import { createExchangeTime } from './exchange-time.ts'

test('a time is ahead a minute after that of the exchange, also when our clock is set back', () => {
  let now = 1e12
  const time = createExchangeTime({ now: () => now, after: () => () => {} })
  expect([now + minuteMs, now + minuteMs + 1].map(time.isAhead)).toEqual([false, true])
  const exchange = now + 3_600_000
  time.heard(exchange)
  expect([exchange + minuteMs, exchange + minuteMs + 1].map(time.isAhead)).toEqual([false, true])
  now -= 10 * minuteMs
  expect([exchange + minuteMs, exchange + minuteMs + 1].map(time.isAhead)).toEqual([false, true])
})
