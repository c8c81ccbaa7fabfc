import type { Database } from '@sqlite.org/sqlite-wasm'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { type IndexedPage, indexQueries } from '../../../content/search/index-queries.ts'
import type { PreparedReader } from '../../../db/client.ts'
import { contentMigrations } from '../../../db/content-migrations.ts'

export function readerOf(database: Database): PreparedReader {
  return {
    orm: ormOf(database),
    readAll:
      (sql) =>
      async (...parameters) =>
        database.selectArrays(sql, parameters),
  }
}

/** Number of migrations that have run in a search index that does not store this number. */
const unnumbered = 9

/**
 * Adds the tables of this build to a search index that an older build has saved; they stay empty until the index is
 * saved again.
 */
export function upgradeIndex(database: Database): void {
  migrate(database, Number(database.selectValue('pragma user_version')) || unnumbered)
}

/** Max number of pages per insert statement, whose texts are a second copy in memory. */
const pagesAtOnce = 24

export async function writeIndex(database: Database, pages: IndexedPage[]): Promise<void> {
  migrate(database, 0)
  const orm = ormOf(database)
  database.exec('begin')
  for (let at = 0; at < pages.length; at += pagesAtOnce)
    for (const query of indexQueries(pages.slice(at, at + pagesAtOnce))) await orm.run(query)
  database.exec('commit')
}

function migrate(database: Database, from: number): void {
  for (const { sql } of contentMigrations.slice(from)) database.exec(sql)
  database.exec(`pragma user_version = ${contentMigrations.length}`)
}

function ormOf(database: Database) {
  return drizzle(async (sql, bind) => ({ rows: database.selectObjects(sql, bind) }))
}
