import { expect, test } from 'bun:test'
import { decode } from '@msgpack/msgpack'
import fc from 'fast-check'
import type { Tick } from '../candle.ts'
import { decodeTick } from '../live/decode.ts'
import { timeframes } from '../timeframe.ts'
import { encodeTick, tickHead } from './codec.ts'

const number = fc.double({ min: 0, max: 1e15, noNaN: true, noDefaultInfinity: true })
const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 })
const ticks: fc.Arbitrary<Tick> = fc
  .record({
    asset: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).filter((text) => text.isWellFormed()),
    tf: fc.constantFrom(...timeframes),
    openTime: time,
    prices: fc.tuple(number, number, number, number),
    volume: number,
    isClosed: fc.boolean(),
    time,
  })
  .map(({ prices, ...tick }) => {
    const [low = 0, open = 0, close = 0, high = 0] = prices.sort((a, b) => a - b)
    return { ...tick, low, open, close, high }
  })

test('a decoder of others reads exactly what was encoded', () => {
  fc.assert(
    fc.property(ticks, (tick) => {
      const { asset, tf, openTime, open, high, low, close, volume, isClosed, time } = tick
      const expected = [asset, tf, openTime, open, high, low, close, volume, isClosed ? 1 : 0, time]
      expect(decode(encodeTick(tick))).toEqual(expected)
    }),
  )
})

test('the decoder of the browser reads it too', () => {
  fc.assert(fc.property(ticks, (tick) => expect(decodeTick(encodeTick(tick))).toEqual(tick)))
})

test('an ordinary tick takes 74 bytes, and its frames 120 on the wire', () => {
  const prices = { open: 64_250.31, high: 64_300, low: 64_200.5, close: 64_251, volume: 12.345 }
  const tick: Tick = { asset: 'BTCUSDT', tf: 60, openTime: 1_750_000_000_000, ...prices, isClosed: false, time: 1 }
  const headerBytes = 2
  expect(encodeTick(tick).length).toBe(74)
  expect(tickHead).toBe('451-["tick",{"_placeholder":true,"num":0}]')
  expect(tickHead.length + encodeTick(tick).length + 2 * headerBytes).toBe(120)
})
