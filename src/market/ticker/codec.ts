import type { Tick } from '../candle.ts'
import { messagePrefix } from './protocol/engine.ts'
import { encodePacket } from './protocol/packets.ts'

const text = new TextEncoder()

/** First bytes of MessagePack's values (https://github.com/msgpack/msgpack/blob/master/spec.md) */
const arrayOfTen = 0x9a
const shortText = 0xa0
const text8 = 0xd9
const float64 = 0xcb
const uint16 = 0xcd
/** Numbers up to it are their own first byte. */
const mostFixed = 0x7f
/** Texts of less have their length in their first byte. */
const leastText8 = 32
const float64Bytes = 9

/**
 * A tick as MessagePack: `[asset, tf, openTime, open, high, low, close, volume, closed, time]`, times in ms UTC, closed
 * 0 or 1. Times are floats like the prices: exact for ms, no longer than integers of that size, and numbers in every
 * decoder, where 64-bit integers are something else in some.
 */
export function encodeTick(tick: Tick): Uint8Array {
  const asset = text.encode(tick.asset)
  const head = asset.length < leastText8 ? 1 : 2
  const tfBytes = tick.tf <= mostFixed ? 1 : 3
  const bytes = new Uint8Array(1 + head + asset.length + tfBytes + 7 * float64Bytes + 1)
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (byte: number) => view.setUint8(at++, byte)
  const putFloat = (number: number) => {
    put(float64)
    view.setFloat64(at, number)
    at += 8
  }
  put(arrayOfTen)
  if (head === 1) put(shortText | asset.length)
  else {
    put(text8)
    put(asset.length)
  }
  bytes.set(asset, at)
  at += asset.length
  if (tfBytes === 1) put(tick.tf)
  else {
    put(uint16)
    view.setUint16(at, tick.tf)
    at += 2
  }
  for (const number of [tick.openTime, tick.open, tick.high, tick.low, tick.close, tick.volume]) putFloat(number)
  put(tick.isClosed ? 1 : 0)
  putFloat(tick.time)
  return bytes
}

/** The text frame that comes before every tick's bytes; the same for all ticks. */
export const tickHead =
  messagePrefix + encodePacket({ type: 'event', namespace: '/', args: ['tick', new Uint8Array()] })[0]
