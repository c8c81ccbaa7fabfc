import Database from 'libsql/promise'
import { type CollectLimits, type ContentRow, collectRows, type ReadLimits, type ReadOutcome } from './answer.ts'
import type { BoundStatement } from './select-query.ts'

export interface ReadConnection {
  /** Runs a statement. The connection runs one at a time, so the caller must wait for the answer first. */
  read(statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome>
  close(): Promise<void>
}

/** Max number of statements that a connection runs before it is replaced. */
const maxStatements = 64

interface Opened {
  database: Database
  /**
   * Statements of the connection, which are referenced as long as the connection: garbage collection of a statement
   * blocks its whole thread until the running one ends.
   */
  statements: unknown[]
  /** Whether the connection must not be read from again */
  isSpent: boolean
}

const pragmas = [
  'query_only = 1',
  'trusted_schema = 0',
  'busy_timeout = 1000',
  'temp_store = memory',
  'cache_size = -16384',
]

/**
 * Creates a connection that opens the database on first use. The driver steps to the first row on its own thread, where
 * this thread can interrupt it.
 */
export function createReadConnection(file: string): ReadConnection {
  let connection: Promise<Opened> | undefined
  const renew = async (opened: Opened) => {
    connection = undefined
    await closeFully(opened)
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
        // The connection is replaced here, after `readFrom` has returned, so that nothing references the last statement
        // any longer.
        if (!opened) connection = undefined
        else if (opened.isSpent || opened.statements.length >= maxStatements) await renew(opened)
      }
    },
    close: async () => {
      const opened = await connection
      if (opened) await renew(opened)
    },
  }
}

async function readFrom(opened: Opened, statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome> {
  const { database, statements } = opened
  let isLate = false
  // The query is interrupted repeatedly, because an interrupt before the first step is lost.
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
    // The driver has missed the interruption, so the connection is given up: one more step would run the query again,
    // on this thread.
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
 * Closes the connection and collects garbage. The driver finalizes a statement only when it is collected, and a closed
 * connection keeps its files and page cache until then. This thread would collect far too late, because its heap hardly
 * grows. Finalizers run in a later turn of the event loop. The next connection waits for that turn: on a busy machine
 * ten closed connections once kept their files.
 */
async function closeFully({ database, statements }: Opened): Promise<void> {
  statements.length = 0
  database.close()
  Bun.gc(true)
  await new Promise((resolve) => setImmediate(resolve))
}

function readRows(database: Database, answer: Iterable<ContentRow>, limits: CollectLimits): ReadOutcome {
  const outcome = collectRows(answer, limits)
  if (outcome.status !== 'read') finish(database, answer)
  return outcome
}

/** Steps a statement to its end: an unfinished statement would keep its snapshot, and with it the WAL. */
function finish(database: Database, answer: Iterable<ContentRow>): void {
  database.interrupt()
  try {
    for (const _ of answer);
  } catch (error) {
    if (!isInterruption(error)) throw error
  }
}

/**
 * Whether an error is an interruption. The driver reads the error code too late: on a busy machine SQLite has already
 * reset it to OK.
 */
function isInterruption(error: unknown): boolean {
  return hasCode(error, 'SQLITE_INTERRUPT') || hasCode(error, 'SQLITE_OK')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith(code)
}
