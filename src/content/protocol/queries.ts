import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { DumpRow } from './dump.ts'
import { type CollectionSchema, columnsOf, hashColumn } from './schema.ts'

export async function listRows(db: Db, schema: CollectionSchema): Promise<DumpRow[]> {
  return db.orm.all<DumpRow>(sql`select ${columns(columnsOf(schema))} from ${sql.identifier(schema.table)}`)
}

/** Ids and hashes: enough to compute a version. */
export async function listHashes(db: Db, schema: CollectionSchema): Promise<DumpRow[]> {
  return db.orm.all<DumpRow>(sql`select ${columns(['id', hashColumn])} from ${sql.identifier(schema.table)}`)
}

function columns(names: string[]) {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
}
