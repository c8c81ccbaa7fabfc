import type { Db } from '../../db/client.ts'
import type { SelectQuery } from './ast.ts'
import { printBound } from './print.ts'
import type { ContentRow } from './refine.ts'

/** SQLite's word for every row */
const noLimit = -1

/**
 * The stored rows of a query, with its offset even where no limit stands. Only what the site asks itself may come
 * here: nothing bounds its time or its size.
 */
export async function selectRows(db: Db, query: SelectQuery): Promise<ContentRow[]> {
  const limit = query.limit ?? (query.offset === undefined ? undefined : noLimit)
  const { columns, rows } = await db.client.execute(printBound({ ...query, limit }))
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
}
