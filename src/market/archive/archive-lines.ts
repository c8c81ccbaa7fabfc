import { createReadStream } from 'node:fs'

/** Characters. A candle line has about 150. */
const maxLine = 2000

export interface ArchiveLines {
  lines: string[]
  /** Bytes read so far */
  bytes: number
}

/** Reads a file of any size in chunks. @throws LongLineError if a line is too long, Error if the file cannot be read */
export async function* readLines(path: string): AsyncGenerator<ArchiveLines> {
  let rest = ''
  const stream = createReadStream(path, 'utf8')
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    const long = lines.findIndex((line) => line.length > maxLine)
    yield { lines: long < 0 ? lines : lines.slice(0, long), bytes: stream.bytesRead }
    if (long >= 0 || rest.length > maxLine) throw new LongLineError()
  }
  yield { lines: [rest], bytes: stream.bytesRead }
}

export class LongLineError extends Error {}
