import Database from 'libsql'
import type { Db } from '../../db/client.ts'
import type { DumpRow } from './dump.ts'
import { type CollectionSchema, columnsOf, hashColumn } from './schema.ts'

export type RunQuery = (sql: string, parameters: (string | number)[]) => Promise<DumpRow[]>

export function queryRunnerOf({ client }: Pick<Db, 'client'>): RunQuery {
  return async (sql, args) => {
    const { columns, rows } = await client.execute({ sql, args })
    return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
  }
}

/** Snapshot of the database at the time of the first query, until it is closed. */
export interface Snapshot {
  runQuery: RunQuery
  close(): void
}

/**
 * Opens a snapshot of the database. Only a file has a real snapshot; a server may answer each query from a newer state.
 */
export function openSnapshot(db: Pick<Db, 'client' | 'file'>): Snapshot {
  if (!db.file) return { runQuery: queryRunnerOf(db), close: () => undefined }
  const connection = new Database(db.file)
  for (const pragma of ['busy_timeout = 1000', 'query_only = 1']) connection.exec(`pragma ${pragma}`)
  connection.exec('begin')
  const prepared = new Map<string, Database.Statement>()
  return {
    runQuery: async (sql, parameters) => {
      const statement = prepared.get(sql) ?? connection.prepare(sql).raw(true)
      prepared.set(sql, statement)
      const names = statement.columns().map(({ name }) => name)
      const rows: unknown[] = statement.all(...parameters)
      return rows.filter(Array.isArray).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
    },
    close: () => {
      // Statements that are not yet garbage-collected keep the connection open. Without this rollback they would also
      // keep its snapshot.
      connection.exec('rollback')
      connection.close()
      prepared.clear()
      // A concurrent garbage collection is enough, because a dump is made once per content version.
      Bun.gc(false)
    },
  }
}

/** Number of rows per read, which takes a millisecond or two */
const hashesAtOnce = 500

/**
 * Reads the IDs and hashes of all rows, unordered, which are enough to compute a version. They are read in pieces, so
 * that other requests are served in between.
 */
export async function listHashes(runQuery: RunQuery, schema: CollectionSchema): Promise<DumpRow[]> {
  const select = `select ${columns(['id', hashColumn])} from "${schema.table}"`
  const found: DumpRow[] = []
  for (let isMore = true, last = ''; isMore; ) {
    const some = await runQuery(`${select} where id > ? order by id limit ${hashesAtOnce}`, [last])
    found.push(...some)
    last = String(some.at(-1)?.id)
    isMore = some.length === hashesAtOnce
    if (isMore) await new Promise(setImmediate)
  }
  return found
}

/** Reads the rows with these IDs that exist, unordered */
export async function listRows(
  runQuery: RunQuery,
  schema: CollectionSchema,
  ids: readonly string[],
): Promise<DumpRow[]> {
  const places = ids.map(() => '?').join(', ')
  return runQuery(`select ${columns(columnsOf(schema))} from "${schema.table}" where id in (${places})`, [...ids])
}

function columns(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
