import { stat } from 'node:fs/promises'
import { auditStatement, type Origin } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { LongLineError, readLines } from '../../market/archive/archive-lines.ts'
import { writeSubscribers } from './import-queries.ts'
import { createLineReader, type ImportedSubscriber } from './subscriber-lines.ts'

/** Rows of one write: others who write wait for some 30 ms */
const sliceSize = 5000

export interface ImportOptions {
  db: Db
  path: string
  origin: Origin
  /** ms UTC */
  now: number
  onProgress?: ((rows: number, total: number) => void) | undefined
}

export type ImportOutcome =
  | {
      status: 'imported'
      rows: number
      /** Chats that were not known before */
      added: number
      /** Known ones with another name or language now; whether they get messages stays as it is */
      changed: number
    }
  /** Nothing was written. */
  | { status: 'faulty'; line: number; fault: string }
  /** Not the file any more that was checked: some of it was written. */
  | { status: 'changed' }
  | { status: 'unreadable'; cause: string }
  | { status: 'empty' }

/**
 * Checks the whole CSV before anything is written. Each slice is one transaction; when the import is cut off, the same
 * command goes on. Of lines about the same chat the last one counts.
 */
export async function importSubscribers(options: ImportOptions): Promise<ImportOutcome> {
  const { db, path, origin, now, onProgress } = options
  const checked = await readFile(path, async () => undefined)
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
  return isSame ? { status: 'imported', ...done } : { status: 'changed' }
}

type ReadFile =
  /** The version tells a file from what it becomes. */
  { status: 'read'; rows: number; version: string } | Exclude<ImportOutcome, { status: 'imported' }>

async function readFile(path: string, take: (slice: ImportedSubscriber[]) => Promise<void>): Promise<ReadFile> {
  const readLine = createLineReader()
  let [line, rows] = [0, 0]
  let slice: ImportedSubscriber[] = []
  try {
    const { size, mtimeMs } = await stat(path)
    for await (const { lines } of readLines(path)) {
      for (const text of lines) {
        line++
        const read = readLine(text)
        if (read === 'header' || read === 'empty') continue
        if ('fault' in read) return { status: 'faulty', line, fault: read.fault }
        rows++
        if (slice.push(read) < sliceSize) continue
        await take(slice)
        slice = []
      }
    }
    if (slice.length > 0) await take(slice)
    return { status: 'read', rows, version: `${size} ${mtimeMs}` }
  } catch (error) {
    if (error instanceof LongLineError) return { status: 'faulty', line: line + 1, fault: 'expected lines of a CSV' }
    if (isOfFile(error)) return { status: 'unreadable', cause: error.message }
    throw error
  }
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
