import type { Tick } from '../candle.ts'
import { isTimeframe } from '../timeframe.ts'

interface Reader {
  view: DataView
  /** Where the next value begins, in bytes */
  at: number
}

/** What an array of ten elements begins with. */
const tenElements = 0x9a

/**
 * Reads a tick off the wire: MessagePack's `[asset, tf, openTime, open, high, low, close, volume, closed, time]`.
 * Anything else (longer or shorter by a byte, of other types, without sense as a candle) is undefined; nothing throws.
 */
export function decodeTick(data: unknown): Tick | undefined {
  if (!(data instanceof ArrayBuffer || ArrayBuffer.isView(data))) return undefined
  const view =
    data instanceof ArrayBuffer ? new DataView(data) : new DataView(data.buffer, data.byteOffset, data.byteLength)
  const reader = { view, at: 1 }
  try {
    const asset = view.getUint8(0) === tenElements && readText(reader)
    const numbers = Array.from({ length: 9 }, () => readNumber(reader))
    const [tf, openTime = 0, open = 0, high = 0, low = 0, close = 0, volume = 0, closed = 0, time = 0] = numbers
    const isCandle =
      numbers.every((number) => number >= 0 && number < Infinity) &&
      low <= Math.min(open, close) &&
      high >= Math.max(open, close)
    const isExact = reader.at === view.byteLength && Number.isSafeInteger(openTime) && Number.isSafeInteger(time)
    if (!asset || !isTimeframe(tf) || closed > 1 || closed % 1 || !isCandle || !isExact) return undefined
    return { asset, tf, openTime, open, high, low, close, volume, isClosed: closed === 1, time }
  } catch {
    // Read past the end, or text that is none.
    return undefined
  }
}

function readText(reader: Reader): string {
  const kind = reader.view.getUint8(reader.at++)
  // Up to 31 bytes have their length in the first one, up to 255 in the next.
  const length = kind >> 5 === 5 ? kind & 31 : kind === 0xd9 ? reader.view.getUint8(reader.at++) : 0
  const bytes = new Uint8Array(reader.view.buffer, reader.view.byteOffset + reader.at, length)
  reader.at += length
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** NaN for what is no number. */
function readNumber(reader: Reader): number {
  const { view } = reader
  const kind = view.getUint8(reader.at++)
  if (kind < 0x80) return kind
  const { at } = reader
  const take = (bytes: number) => {
    reader.at += bytes
  }
  switch (kind) {
    case 0xca:
      take(4)
      return view.getFloat32(at)
    case 0xcb:
      take(8)
      return view.getFloat64(at)
    case 0xcc:
      take(1)
      return view.getUint8(at)
    case 0xcd:
      take(2)
      return view.getUint16(at)
    case 0xce:
      take(4)
      return view.getUint32(at)
    case 0xcf:
      take(8)
      return Number(view.getBigUint64(at))
    default:
      return Number.NaN
  }
}
