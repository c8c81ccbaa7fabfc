import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import Database from 'libsql'
import type { Reader } from './client.ts'

export interface ReadOnlyFile extends Reader {
  /** Checks the whole file. @returns the first damage found, otherwise undefined. @throws SqliteError */
  damage(): string | undefined
  close(): void
}

/**
 * Opens a file without modifying anything. `openDb`, in contrast, creates a WAL and checkpoints a leftover WAL. @throws
 * Error when the file cannot be opened
 */
export function openReadOnlyFile(path: string): ReadOnlyFile {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  // Opens the file as immutable, which needs no WAL: without a WAL no process writes the file.
  // https://www.sqlite.org/uri.html
  if (!log?.size) return readFile(path, 'immutable=1')
  // Never writes the WAL index (-shm), which is stale after a kill. If the index is missing, reads a copy of the file,
  // because SQLite would create the index.
  if (existsSync(`${path}-shm`)) return readFile(path, 'readonly_shm=1')
  const copies = mkdtempSync(join(tmpdir(), 'kurs-look-'))
  const removeCopies = () => rmSync(copies, { recursive: true, force: true })
  try {
    for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, join(copies, `copy.db${suffix}`))
    return readFile(join(copies, 'copy.db'), '', removeCopies)
  } catch (error) {
    removeCopies()
    throw error
  }
}

function readFile(path: string, query: string, onClose?: () => void): ReadOnlyFile {
  const connection = new Database(`${pathToFileURL(path).href}?mode=ro&${query}`)
  return {
    damage: () => {
      const row: unknown = connection.prepare('pragma quick_check(1)').get()
      const [found] = typeof row === 'object' && row ? Object.values(row) : []
      return found === 'ok' ? undefined : String(found)
    },
    orm: drizzle(async (sql, bind) => ({ rows: connection.prepare(sql).all(...bind) })),
    close: () => {
      connection.close()
      onClose?.()
    },
  }
}
