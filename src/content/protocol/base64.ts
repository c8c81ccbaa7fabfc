import type { Bytes } from '../../http/compression.ts'

/** Base64 of the concatenated pieces. Cuts after multiples of three bytes. */
export async function* inBase64(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const end = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(end)
    if (end > 0) yield Buffer.from(bytes.toString('base64', 0, end))
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'))
}
