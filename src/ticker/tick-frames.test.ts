import { expect, test } from 'bun:test'
import { encodeTick } from '../live/wire.ts'
import type { DecimalTick } from '../market/candle.ts'
import { tickHead } from './subscriber.ts'

test('an ordinary tick takes 74 bytes, and its frames 120 on the wire', () => {
  const prices = { open: 64_250.31, high: 64_300, low: 64_200.5, close: 64_251, volume: 12.345 }
  const tick: DecimalTick = {
    asset: 'BTCUSDT',
    tf: 60,
    openTime: 1_750_000_000_000,
    ...prices,
    isClosed: false,
    time: 1,
  }
  const headerBytes = 2
  expect(encodeTick(tick).length).toBe(74)
  expect(tickHead).toBe('451-["tick",{"_placeholder":true,"num":0}]')
  expect(tickHead.length + encodeTick(tick).length + 2 * headerBytes).toBe(120)
})
