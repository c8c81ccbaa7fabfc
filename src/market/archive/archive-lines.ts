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
  let rest = ''
  const stream = createReadStream(path, 'utf8')
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    const long = lines.findIndex((line) => line.length > longestLine)
    yield { lines: long < 0 ? lines : lines.slice(0, long), bytes: stream.bytesRead }
    if (long >= 0 || rest.length > longestLine) throw new LongLineError()
  }
  yield { lines: [rest], bytes: stream.bytesRead }
}

export class LongLineError extends Error {}
