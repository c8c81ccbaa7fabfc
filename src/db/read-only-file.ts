import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import Database from 'libsql'
import type { Reader } from './client.ts'

export interface ReadOnlyFile extends Reader {
  close(): void
}

/**
 * Opens a database file to look at it without leaving a trace. `openDb` makes a log beside the file, and moves one that
 * was left there into it.
 * @throws Error when the file cannot be opened
 */
export function openReadOnlyFile(path: string): ReadOnlyFile {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  // Without a log nobody writes it: read as a file that cannot change, it needs none. https://www.sqlite.org/uri.html
  const query = log?.size ? '?mode=ro' : '?mode=ro&immutable=1'
  const connection = new Database(pathToFileURL(path).href + query)
  return {
    orm: drizzle(async (sql, bind) => ({ rows: connection.prepare(sql).all(...bind) })),
    close: () => {
      connection.close()
    },
  }
}
