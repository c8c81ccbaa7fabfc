import type { DecimalTick } from '../market/candle.ts'
import { isTimeframe } from '../market/timeframe.ts'

/*
 * A tick on the wire: a MessagePack array of ten elements, the asset and these numbers. Times are ms UTC, `isClosed` is
 * 0 or 1. First bytes, see https://github.com/msgpack/msgpack/blob/master/spec.md: 0x9a starts an array of ten; a byte
 * below 0x80 is an integer itself; 0xa0 to 0xbf start a string of up to 31 bytes, 0xd9 one of up to 255; 0xca to 0xcf
 * start a number of another type.
 */
const numberFields = ['tf', 'openTime', 'open', 'high', 'low', 'close', 'volume', 'isClosed', 'time'] as const
type WireNumbers = [
  tf: number,
  openTime: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  isClosed: number,
  time: number,
]

const encoder = /* @__PURE__ */ new TextEncoder()
const float64Bytes = 9

/** Encodes a tick. Prices and times are float64: exact for ms, and numbers in every decoder. `tf` takes 1 byte or 3. */
export function encodeTick(tick: DecimalTick): Uint8Array {
  const asset = encoder.encode(tick.asset)
  const assetHead = asset.length < 32 ? 1 : 2
  const tfBytes = tick.tf < 0x80 ? 1 : 3
  const bytes = new Uint8Array(1 + assetHead + asset.length + tfBytes + 7 * float64Bytes + 1)
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (byte: number) => view.setUint8(at++, byte)
  put(0x9a)
  if (assetHead === 1) put(0xa0 | asset.length)
  else {
    put(0xd9)
    put(asset.length)
  }
  bytes.set(asset, at)
  at += asset.length
  for (const field of numberFields) {
    const value = Number(tick[field])
    if (field !== 'tf' && field !== 'isClosed') {
      put(0xcb)
      view.setFloat64(at, value)
      at += 8
    } else if (value < 0x80) put(value)
    else {
      put(0xcd)
      view.setUint16(at, value)
      at += 2
    }
  }
  return bytes
}

/** Returns a tick as the JSON array of the event `ticks`: the same ten elements as on the wire of `tick`. */
export function wireFields(tick: DecimalTick): (string | number)[] {
  return [tick.asset, ...numberFields.map((field) => Number(tick[field]))]
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const numberTypes = [
  ['Float32', 4],
  ['Float64', 8],
  ['Uint8', 1],
  ['Uint16', 2],
  ['Uint32', 4],
  ['BigUint64', 8],
] as const

/** Decodes a tick with any MessagePack number types. Returns undefined if the data is not exactly one; never throws. */
export function decodeTick(data: unknown): DecimalTick | undefined {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  if (!(bytes instanceof Uint8Array)) return undefined
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let at = 1
    const next = () => view.getUint8(at++)
    const readText = () => {
      const kind = next()
      const length = kind >> 5 === 5 ? kind & 31 : kind === 0xd9 ? next() : 0
      at += length
      return decoder.decode(bytes.subarray(at - length, at))
    }
    const readNumber = () => {
      const kind = next()
      if (kind < 0x80) return kind
      const [type, width] = numberTypes[kind - 0xca] ?? []
      if (!type) return -1
      at += width
      return Number(view[`get${type}`](at - width))
    }
    const asset = readText()
    const numbers = Array.from({ length: 9 }, readNumber) as WireNumbers
    return bytes[0] === 0x9a && at === bytes.length ? soundTick(asset, numbers) : undefined
  } catch {
    // The data ended too early, or its text is not valid UTF-8.
    return undefined
  }
}

/** Reads an element of the event `ticks`, see `wireFields`. Returns undefined if it is not a tick; never throws. */
export function readTick(data: unknown): DecimalTick | undefined {
  if (!Array.isArray(data)) return undefined
  const [asset, ...numbers] = data
  return typeof asset === 'string' ? soundTick(asset, numbers as WireNumbers) : undefined
}

/** Returns the tick with these values; undefined if one of them is impossible. */
function soundTick(asset: string, numbers: WireNumbers): DecimalTick | undefined {
  const [tf, openTime, open, high, low, close, volume, isClosed, time] = numbers
  const isSound =
    numbers.every((number) => number >= 0 && Number.isFinite(number)) &&
    [open, close].every((price) => low <= price && price <= high) &&
    [openTime, time, isClosed].every(Number.isSafeInteger) &&
    isClosed < 2
  return isSound && asset && isTimeframe(tf)
    ? { asset, tf, openTime, open, high, low, close, volume, isClosed: isClosed > 0, time }
    : undefined
}
