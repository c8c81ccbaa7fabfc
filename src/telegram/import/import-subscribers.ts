import { auditStatement, type Origin } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { type ArchiveReading, readArchive } from '../../market/archive/read-archive.ts'
import { writeSubscribers } from './import-queries.ts'
import { createLineReader, type ImportedSubscriber } from './subscriber-lines.ts'

/** Rows per transaction: other writers wait about 30 ms for a slice of this size */
const sliceSize = 5000

export interface ImportOptions {
  db: Db
  path: string
  origin: Origin
  /** Current time, ms UTC */
  now: number
  onProgress?: ((rows: number, total: number) => void) | undefined
}

export interface Repeats {
  count: number
  /** First such line; lines start at 1 */
  line: number
  /** Earlier line for the same chat */
  earlier: number
}

export type ImportOutcome =
  | {
      status: 'imported'
      rows: number
      /** Number of chats that were unknown before */
      added: number
      /** Number of known chats with a new name or language; their subscription state does not change */
      changed: number
      /** Lines for a chat of an earlier line, if any */
      repeats?: Repeats | undefined
    }
  /** A line is faulty. Nothing was written. */
  | { status: 'faulty'; line: number; fault: string }
  /** The file changed after it was checked: some of its rows were written. */
  | { status: 'changed' }
  | { status: 'unreadable'; cause: string }
  | { status: 'empty' }

/**
 * Checks the whole CSV before writing any row. Each slice is one transaction; after an interruption the same command
 * can be repeated. Of several lines with the same chat, the last one counts, and the outcome reports the repeats.
 */
export async function importSubscribers(options: ImportOptions): Promise<ImportOutcome> {
  const { db, path, origin, now, onProgress } = options
  const finder = createRepeatFinder()
  const checked = await readFile(path, async () => undefined, finder.see)
  if (checked.status !== 'read') return checked
  const { rows: total } = checked
  if (total === 0) return { status: 'empty' }
  await db.writeBatch([
    auditStatement(db, origin, now, { act: 'subscriber.import', after: { file: path, rows: total } }),
  ])
  const done = { rows: 0, added: 0, changed: 0 }
  const written = await readFile(path, async (slice) => {
    const { added, changed } = await writeSubscribers(db, slice, now)
    done.rows += slice.length
    done.added += added
    done.changed += changed
    onProgress?.(done.rows, Math.max(total, done.rows))
  })
  const isSame = written.status === 'read' && written.version === checked.version
  return isSame ? { status: 'imported', ...done, repeats: finder.repeats() } : { status: 'changed' }
}

type ReadFile = { status: 'read'; rows: number; version: string } | Exclude<ArchiveReading, { status: 'read' }>

/** Finds lines for a chat of an earlier line. Needs about 50 bytes of memory per line. */
function createRepeatFinder() {
  const lines = new Map<number, number>()
  let repeats: Repeats | undefined
  return {
    see: ({ chatId }: ImportedSubscriber, line: number) => {
      const earlier = lines.get(chatId)
      if (earlier === undefined) lines.set(chatId, line)
      else
        repeats = {
          count: (repeats?.count ?? 0) + 1,
          line: repeats?.line ?? line,
          earlier: repeats?.earlier ?? earlier,
        }
    },
    repeats: () => repeats,
  }
}

async function readFile(
  path: string,
  take: (slice: ImportedSubscriber[]) => Promise<void>,
  see: (row: ImportedSubscriber, line: number) => void = () => {},
): Promise<ReadFile> {
  const readLine = createLineReader()
  const waiting: ImportedSubscriber[] = []
  let [lines, rows] = [0, 0]
  const takeSlices = async (least: number) => {
    while (waiting.length >= least) await take(waiting.splice(0, sliceSize))
  }
  const reading = await readArchive(path, {
    line: (text) => {
      lines++
      const read = readLine(text)
      if (read === 'header' || read === 'empty') return undefined
      if ('fault' in read) return read.fault
      rows++
      see(read, lines)
      waiting.push(read)
      return undefined
    },
    piece: () => takeSlices(sliceSize),
  })
  if (reading.status !== 'read') return reading
  await takeSlices(1)
  return { ...reading, rows }
}
