import type { Db } from '../../db/client.ts'
import { type ContentRow, collectRows, type ReadLimits, type ReadOutcome } from './answer.ts'
import type { BoundStatement } from './select-query.ts'

export async function findFile(db: Db): Promise<string> {
  const { rows } = await db.client.execute(`select file from pragma_database_list where name = 'main'`)
  return String(rows[0]?.file)
}

/** Runs a statement on a database server. It stops waiting after `workMs`; the server continues until its own limit. */
export async function readRemotely(db: Db, statement: BoundStatement, limits: ReadLimits): Promise<ReadOutcome> {
  const late = Promise.withResolvers<ReadOutcome>()
  const timer = setTimeout(() => late.resolve({ status: 'too slow' }), limits.workMs)
  const answer = execute(db, statement).then((rows) =>
    collectRows(rows, { ...limits, until: Number.POSITIVE_INFINITY }),
  )
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

async function execute(db: Db, statement: BoundStatement): Promise<ContentRow[]> {
  const { columns, rows } = await db.client.execute(statement)
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
}
