import { expect, test } from 'bun:test'
import { minuteOf } from '../../../tests/doubles/feed.ts'
import { minuteMs } from '../timeframe.ts'
import { wholeUnits } from '../units.ts'
import { packCandles, unpackMinutes } from './messages.ts'

const midnight = Date.UTC(2026, 5, 10)
const minutes = [0, 1, 5].map((n) =>
  minuteOf('BTCUSDT', midnight + n * minuteMs, 103 + n, { open: 102, high: 109, low: 101, volume: 7 }),
)

test('closed minutes are unchanged by packing', () => {
  const packed = packCandles(minutes)
  expect(unpackMinutes('BTCUSDT', packed)).toEqual(minutes)
})

test('trade data stays with its minute', () => {
  const traded = { trades: 3, quoteVolume: wholeUnits(44), takerVolume: wholeUnits(5) }
  const mixed = minutes.map((minute, at) => (at === 1 ? { ...minute, traded } : minute))
  expect(unpackMinutes('BTCUSDT', packCandles(mixed))).toEqual(mixed)
})

test('no minutes are packed to an empty buffer', () => {
  expect(unpackMinutes('BTCUSDT', packCandles([]))).toEqual([])
})
