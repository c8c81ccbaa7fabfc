import Database from 'libsql/promise'
import type { BoundStatement } from './print.ts'
import { type CollectLimits, collectRows, type ReadLimits, type ReadOutcome } from './read-outcome.ts'
import type { ContentRow } from './refine.ts'

export interface ReadConnection {
  /** One statement after the other: whoever calls it waits for the answer first. */
  read(statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome>
  close(): Promise<void>
}

/** Statements of a connection before a new one replaces it. */
const maxStatements = 64

interface Opened {
  database: Database
  /** Kept as long as the connection: collecting one waits, with its whole thread, for the one that runs there. */
  statements: unknown[]
  /** Not to be read from again */
  isSpent: boolean
}

const pragmas = [
  'query_only = 1',
  'trusted_schema = 0',
  'busy_timeout = 1000',
  'temp_store = memory',
  'cache_size = -16384',
]

/** Opened on first use. The driver steps to the first row on its own thread, where this one can interrupt it. */
export function createReadConnection(file: string): ReadConnection {
  let connection: Promise<Opened> | undefined
  const renew = (opened: Opened) => {
    connection = undefined
    closeNow(opened)
  }
  return {
    read: async (statement, limits) => {
      let opened: Opened | undefined
      try {
        connection ??= open(file)
        opened = await connection
        return await readFrom(opened, statement, limits)
      } catch (error) {
        if (isInterruption(error)) return { status: 'too slow' }
        if (hasCode(error, 'SQLITE_BUSY')) return { status: 'busy' }
        if (opened) opened.isSpent = true
        throw error
      } finally {
        // However it ended, and out here: what has read the last statement holds it no longer.
        if (!opened) connection = undefined
        else if (opened.isSpent || opened.statements.length >= maxStatements) renew(opened)
      }
    },
    close: async () => {
      const opened = await connection
      if (opened) renew(opened)
    },
  }
}

async function readFrom(opened: Opened, statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome> {
  const { database, statements } = opened
  let isLate = false
  // Repeatedly: an interrupt before the first step is lost.
  const timer = setInterval(() => {
    isLate = true
    database.interrupt()
  }, limits.workMs)
  try {
    const prepared = await database.prepare(statement.sql)
    statements.push(prepared)
    const until = performance.now() + limits.workMs
    const answer: Iterable<ContentRow> = await prepared.iterate(statement.args)
    if (!isLate) return readRows(database, answer, { ...limits, until })
    // An interruption that the driver has not noticed: one more step would begin anew, on this thread.
    opened.isSpent = true
    return { status: 'too slow' }
  } finally {
    clearInterval(timer)
  }
}

async function open(file: string): Promise<Opened> {
  const database = new Database(file, {})
  try {
    for (const pragma of pragmas) await database.exec(`pragma ${pragma}`)
  } catch (error) {
    database.close()
    throw error
  }
  return { database, statements: [], isSpent: false }
}

/**
 * The driver finalizes a statement only when it is collected, and a closed connection keeps its files and its page cache
 * until then. A thread that does little else collects far too late: the heap hardly grows.
 */
function closeNow({ database, statements }: Opened): void {
  statements.length = 0
  database.close()
  Bun.gc(true)
}

function readRows(database: Database, answer: Iterable<ContentRow>, limits: CollectLimits): ReadOutcome {
  const outcome = collectRows(answer, limits)
  if (outcome.status !== 'read') finish(database, answer)
  return outcome
}

/** Steps to the end: half read, a statement would hold on to its snapshot, and with it the WAL. */
function finish(database: Database, answer: Iterable<ContentRow>): void {
  database.interrupt()
  try {
    for (const _ of answer);
  } catch (error) {
    if (!isInterruption(error)) throw error
  }
}

/** The driver reads the error code too late: on a busy machine SQLite has reset it to OK. */
function isInterruption(error: unknown): boolean {
  return hasCode(error, 'SQLITE_INTERRUPT') || hasCode(error, 'SQLITE_OK')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith(code)
}
