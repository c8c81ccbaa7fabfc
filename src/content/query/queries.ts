import type { Db } from '../../db/client.ts'
import type { SelectQuery } from './ast.ts'
import { type BoundStatement, printBound } from './print.ts'
import { gatherRows, type ReadLimits, type ReadOutcome } from './read-outcome.ts'
import type { ContentRow } from './refine.ts'

/** SQLite's word for every row */
const noLimit = -1

/**
 * The stored rows of a query, with its offset even where no limit stands. Only what the site asks itself may come
 * here: nothing bounds its time or its size.
 */
export async function selectRows(db: Db, query: SelectQuery): Promise<ContentRow[]> {
  const limit = query.limit ?? (query.offset === undefined ? undefined : noLimit)
  return execute(db, printBound({ ...query, limit }))
}

/** The absolute path of an open database's file. */
export async function findFile(db: Db): Promise<string> {
  const { rows } = await db.client.execute(`select file from pragma_database_list where name = 'main'`)
  return String(rows[0]?.file)
}

/** Reads from a libSQL server, waiting `workMs` at most; the server itself goes on until its own limit. */
export async function readRemotely(db: Db, statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome> {
  const late = Promise.withResolvers<ReadOutcome>()
  const timer = setTimeout(() => late.resolve({ status: 'too slow' }), limits.workMs)
  const answer = execute(db, statement).then((rows) => gatherRows(rows, limits))
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

async function execute(db: Db, statement: BoundStatement): Promise<ContentRow[]> {
  const { columns, rows } = await db.client.execute(statement)
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
}
