import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Maximum length of a line, characters. A line with a candle has about 150. */
const maxLine = 2000

interface ArchiveLines {
  lines: string[]
  /** Bytes of the file read so far */
  bytes: number
}

/** Reads a file of any size in chunks. @throws LongLineError if a line is too long, Error if reading the file fails */
async function* readLines(path: string): AsyncGenerator<ArchiveLines> {
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

class LongLineError extends Error {}

export interface ArchiveReader {
  /** Receives one line of the file. @returns the fault of the line, if any */
  line(text: string): string | undefined
  /** Called after each chunk of lines, with the bytes read and the file size */
  piece(bytes: number, size: number): Promise<void>
}

export type ArchiveReading =
  /** The file was read to its end. `version` changes when the file changes. */
  | { status: 'read'; version: string }
  /** A line was faulty, so reading stopped. Line numbers start at 1. */
  | { status: 'faulty'; line: number; fault: string }
  | { status: 'unreadable'; cause: string }

/** Passes a CSV of any size to the reader line by line, until a line is faulty. */
export async function readArchive(path: string, reader: ArchiveReader): Promise<ArchiveReading> {
  let line = 0
  try {
    const { size, mtimeMs } = await stat(path)
    for await (const { lines, bytes } of readLines(path)) {
      for (const text of lines) {
        line++
        const fault = reader.line(text)
        if (fault !== undefined) return { status: 'faulty', line, fault }
      }
      await reader.piece(bytes, size)
    }
    return { status: 'read', version: `${size} ${mtimeMs}` }
  } catch (error) {
    if (error instanceof LongLineError) return { status: 'faulty', line: line + 1, fault: 'expected lines of a CSV' }
    if (isOfFile(error)) return { status: 'unreadable', cause: error.message }
    throw error
  }
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
