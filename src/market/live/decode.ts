import type { Tick } from '../candle.ts'
import { isTimeframe } from '../timeframe.ts'

const text = new TextDecoder('utf-8', { fatal: true })
/** What an array of ten elements begins with. */
const tenElements = 0x9a
/** What numbers begin with that do not fit into one byte, from 0xca on: how each is read, and its bytes. */
const numberKinds = [
  ['getFloat32', 4],
  ['getFloat64', 8],
  ['getUint8', 1],
  ['getUint16', 2],
  ['getUint32', 4],
  ['getBigUint64', 8],
] as const

/**
 * Reads a tick off the wire: MessagePack's `[asset, tf, openTime, open, high, low, close, volume, closed, time]`.
 * Anything else (longer or shorter by a byte, of other types, without sense as a candle) is undefined; nothing throws.
 */
export function decodeTick(data: unknown): Tick | undefined {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  if (!(bytes instanceof Uint8Array)) return undefined
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let at = 1
    const next = () => view.getUint8(at++)
    const readText = () => {
      const kind = next()
      // Up to 31 bytes have their number in the first one, up to 255 in the next.
      const length = kind >> 5 === 5 ? kind & 31 : kind === 0xd9 ? next() : 0
      at += length
      return text.decode(bytes.subarray(at - length, at))
    }
    const readNumber = () => {
      const kind = next()
      if (kind < 0x80) return kind
      const [read, width] = numberKinds[kind - 0xca] ?? []
      if (!read) return Number.NaN
      at += width
      return Number(view[read](at - width))
    }
    const asset = readText()
    const numbers = Array.from({ length: 9 }, readNumber)
    const [tf, openTime = 0, open = 0, high = 0, low = 0, close = 0, volume = 0, closed = 0, time = 0] = numbers
    const isSound =
      numbers.every((number) => number >= 0 && number < Number.POSITIVE_INFINITY) &&
      [open, close].every((price) => low <= price && price <= high) &&
      [openTime, time, closed].every(Number.isSafeInteger) &&
      closed < 2
    if (!isSound || !asset || !isTimeframe(tf) || bytes[0] !== tenElements || at !== bytes.length) return undefined
    return { asset, tf, openTime, open, high, low, close, volume, isClosed: closed > 0, time }
  } catch {
    // Read past the end, or no text where a text must be.
    return undefined
  }
}
