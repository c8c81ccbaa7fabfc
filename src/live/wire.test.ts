import { describe, expect, test } from 'bun:test'
import { decode, encode } from '@msgpack/msgpack'
import fc from 'fast-check'
import { anyCharacter } from '../../tests/any-text.ts'
import type { DecimalTick } from '../market/candle.ts'
import { timeframes } from '../market/timeframe.ts'
import { decodeTick, encodeTick } from './wire.ts'

const number = fc.double({ min: 0, max: 1e15, noNaN: true, noDefaultInfinity: true })
const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 })

const ticks: fc.Arbitrary<DecimalTick> = fc
  .record({
    asset: fc.string({ minLength: 1, maxLength: 40, unit: anyCharacter }).filter((text) => text.isWellFormed()),
    tf: fc.constantFrom(...timeframes),
    openTime: time,
    prices: fc.tuple(number, number, number, number),
    volume: fc.oneof(number, fc.nat()),
    isClosed: fc.boolean(),
    time,
  })
  .map(({ prices, ...rest }) => {
    const [low = 0, open = 0, close = 0, high = 0] = prices.toSorted((a, b) => a - b)
    return { ...rest, open, high, low, close }
  })

describe('a tick', () => {
  test('is decoded as written by any MessagePack encoder', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        expect(decodeTick(encode(wireOf(tick)))).toEqual(tick)
      }),
    )
  })

  test('is unchanged by a round trip', () => {
    fc.assert(fc.property(ticks, (tick) => expect(decodeTick(encodeTick(tick))).toEqual(tick)))
  })

  test('is encoded so that any MessagePack decoder reads it', () => {
    fc.assert(fc.property(ticks, (tick) => expect(decode(encodeTick(tick))).toEqual(wireOf(tick))))
  })

  test('is decoded from its own buffer and from part of a larger one', () => {
    const bytes = encode(wireOf(sample))
    expect(decodeTick(Uint8Array.from(bytes).buffer)).toEqual(sample)
    expect(decodeTick(Uint8Array.from([1, ...bytes, 1]).subarray(1, -1))).toEqual(sample)
  })

  test('is rejected if it is truncated or has extra bytes', () => {
    fc.assert(
      fc.property(ticks, fc.uint8Array({ minLength: 1, maxLength: 4 }), (tick, tail) => {
        const bytes = encode(wireOf(tick))
        for (let length = 0; length < bytes.length; length++) expect(decodeTick(bytes.slice(0, length))).toBeUndefined()
        expect(decodeTick(Uint8Array.from([...bytes, ...tail]))).toBeUndefined()
      }),
      { numRuns: 30 },
    )
  })

  test('with any byte changed is either rejected or a valid candle', () => {
    fc.assert(
      fc.property(ticks, fc.nat(), fc.nat(255), (tick, at, byte) => {
        const bytes = encode(wireOf(tick))
        bytes[at % bytes.length] = byte
        expectWhole(decodeTick(bytes))
      }),
    )
  })

  test('is not decoded from random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeTick(bytes)).toBeUndefined()
        expectWhole(decodeTick(Uint8Array.from([0x9a, 0xa3, 65, 66, 67, 1, ...bytes])))
      }),
    )
  })

  test.each<[string, unknown[]]>([
    ['an asset without a name', wireOf({ ...sample, asset: '' })],
    ['an asset that is a number', [1, ...wireOf(sample).slice(1)]],
    ['a timeframe that is not kept', wireWith(1, 7)],
    ['an array in place of a price', wireWith(3, [1])],
    ['a text in place of a price', wireWith(3, '1')],
    ['no price', wireWith(3, null)],
    ['a price that is no number', wireWith(3, Number.NaN)],
    ['an endless price', wireWith(4, Number.POSITIVE_INFINITY)],
    ['a price below zero', wireWith(5, -1)],
    ['a high below the close', wireWith(4, 1)],
    ['a low above the open', wireWith(5, 64_200.5)],
    ['a time between two milliseconds', wireWith(9, 1.5)],
    ['closed by half', wireWith(8, 0.5)],
    ['closed twice', wireWith(8, 2)],
    ['a boolean', wireWith(8, true)],
    ['an element too few', wireOf(sample).slice(1)],
    ['an element too many', [...wireOf(sample), 1]],
  ])('is rejected with %s', (_, wire) => {
    expect(decodeTick(encode(wire))).toBeUndefined()
  })

  test.each([[undefined], [null], ['text'], [10], [{}], [['BTCUSDT', 60]]])('is not decoded from %p', (data) => {
    expect(decodeTick(data)).toBeUndefined()
  })

  test('needs at most one kilobyte of script to decode, without the encoder', async () => {
    const entry = `${import.meta.dir}/entry.ts`
    const files = { [entry]: `export { decodeTick } from './wire.ts'` }
    const built = await Bun.build({ entrypoints: [entry], files, minify: true, target: 'browser' })
    const script = await built.outputs[0]?.text()
    expect(script).toContain('TextDecoder')
    expect(script).not.toContain('TextEncoder')
    expect(script?.length).toBeLessThanOrEqual(1024)
  })
})

const sample: DecimalTick = {
  asset: 'BTCUSDT',
  tf: 60,
  openTime: Date.UTC(2026, 10, 21, 12),
  open: 64_200.25,
  high: 64_310,
  low: 64_100.01,
  close: 64_250.31,
  volume: 12.5,
  isClosed: false,
  time: Date.UTC(2026, 10, 21, 12, 30, 1),
}

/** Returns a tick as the array of values that is sent on the wire. */
function wireOf({ asset, tf, openTime, open, high, low, close, volume, isClosed, time }: DecimalTick): unknown[] {
  return [asset, tf, openTime, open, high, low, close, volume, isClosed ? 1 : 0, time]
}

function wireWith(at: number, value: unknown): unknown[] {
  return wireOf(sample).with(at, value)
}

function expectWhole(tick: DecimalTick | undefined): void {
  if (!tick) return
  const { asset, tf, open, high, low, close, volume } = tick
  expect(asset).not.toBe('')
  expect(timeframes).toContain(tf)
  expect([low, open, high].toSorted((a, b) => a - b)).toEqual([low, open, high])
  expect([low, close, high].toSorted((a, b) => a - b)).toEqual([low, close, high])
  expect(Number.isFinite(high) && low >= 0 && volume >= 0).toBe(true)
}
