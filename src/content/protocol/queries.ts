import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { DumpRow } from './dump.ts'
import { type CollectionSchema, columnsOf, hashColumn } from './schema.ts'

/** Every row of a collection, all columns. */
export async function listRows(db: Db, schema: CollectionSchema): Promise<DumpRow[]> {
  return db.orm.all<DumpRow>(sql`select ${columns(columnsOf(schema))} from ${sql.identifier(schema.table)}`)
}

/** What tells one version of a collection from another: ids and hashes. */
export async function listHashes(db: Db, schema: CollectionSchema): Promise<DumpRow[]> {
  return db.orm.all<DumpRow>(sql`select ${columns(['id', hashColumn])} from ${sql.identifier(schema.table)}`)
}

function columns(names: string[]) {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
}
