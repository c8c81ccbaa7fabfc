import Database from 'libsql/promise'
import type { BoundStatement } from './print.ts'
import { type CollectLimits, collectRows, type ReadLimits, type ReadOutcome } from './read-outcome.ts'
import type { ContentRow } from './refine.ts'

export interface ReadConnection {
  /** One statement after the other: whoever calls it waits for the answer first. */
  read(statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome>
  close(): Promise<void>
}

/** After so many statements a connection makes room for a new one. */
const statementCount = 64

interface Opened {
  database: Database
  /** Kept as long as the connection: one that is tidied up waits, with its whole thread, for the one that runs there. */
  statements: unknown[]
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
  const renew = ({ database }: Opened) => {
    connection = undefined
    database.close()
  }
  return {
    read: async (statement, limits) => {
      let timer: ReturnType<typeof setInterval> | undefined
      try {
        connection ??= open(file)
        const opened = await connection
        const { database, statements } = opened
        let isLate = false
        // Repeatedly: an interrupt before the first step is lost.
        timer = setInterval(() => {
          isLate = true
          database.interrupt()
        }, limits.workMs)
        const prepared = await database.prepare(statement.sql)
        statements.push(prepared)
        const until = performance.now() + limits.workMs
        const answer: Iterable<ContentRow> = await prepared.iterate(statement.args)
        if (isLate) {
          // An interruption that the driver has not noticed: one more step would begin anew, on this thread.
          renew(opened)
          return { status: 'too slow' }
        }
        const outcome = readRows(database, answer, { ...limits, until })
        if (statements.length >= statementCount) renew(opened)
        return outcome
      } catch (error) {
        if (isInterruption(error)) return { status: 'too slow' }
        if (hasCode(error, 'SQLITE_BUSY')) return { status: 'busy' }
        connection = undefined
        throw error
      } finally {
        clearInterval(timer)
      }
    },
    close: async () => {
      const opened = await connection
      if (opened) renew(opened)
    },
  }
}

async function open(file: string): Promise<Opened> {
  const database = new Database(file, {})
  for (const pragma of pragmas) await database.exec(`pragma ${pragma}`)
  return { database, statements: [] }
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
