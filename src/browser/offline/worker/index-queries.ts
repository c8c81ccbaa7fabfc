import type { Database } from '@sqlite.org/sqlite-wasm'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { IndexedPage } from '../../../content/search/indexing.ts'
import { indexQueries } from '../../../content/search/queries.ts'
import type { Reader } from '../../../db/client.ts'
import { contentMigrations } from '../../../db/content-migrations.ts'

export function readerOf(database: Database): Reader {
  return { orm: ormOf(database) }
}

export async function writeIndex(database: Database, pages: IndexedPage[]): Promise<void> {
  for (const { sql } of contentMigrations) database.exec(sql)
  const orm = ormOf(database)
  database.exec('begin')
  for (const page of pages) for (const query of indexQueries(page)) await orm.run(query)
  database.exec('commit')
}

function ormOf(database: Database) {
  return drizzle(async (sql, bind) => ({ rows: database.selectObjects(sql, bind) }))
}
