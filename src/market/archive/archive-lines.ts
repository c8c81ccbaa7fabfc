import { createReadStream } from 'node:fs'

/** A candle takes some 150. */
const longestLine = 2000

export interface ArchiveLines {
  lines: string[]
  /** Read of the file up to now */
  bytes: number
}

/** In pieces, however large the file. @throws LongLineError where it has no lines, Error when it cannot be read */
export async function* readLines(path: string): AsyncGenerator<ArchiveLines> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false })
  let [rest, bytes] = ['', 0]
  const stream = createReadStream(path)
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new LongLineError()
    yield { lines, bytes }
  }
  yield { lines: rest === '' ? [] : [rest], bytes }
}

export class LongLineError extends Error {}
