import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type Client,
  createClient as createFileClient,
  type InStatement,
  LibsqlError,
  type ResultSet,
} from '@libsql/client/sqlite3'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { drizzle } from 'drizzle-orm/libsql/sqlite3'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import Database from 'libsql/promise'
import type { Logger } from '../log/logger.ts'
import { createSettings, pragmasOf } from './connection-settings.ts'
import { type DbObserver, observeClient, observeRead } from './db-observer.ts'
import { createGatedWrites } from './gated-writes.ts'
import { openPreparer, type Preparer, type ReadAll, type ReadOne } from './prepared.ts'
import { openServerClient, redactedUrl } from './server-client.ts'
import type { WriteLane } from './write-gate.ts'

type Orm = LibSQLDatabase
export type BatchStatement<Result = unknown> = RunnableQuery<Result, 'sqlite'>

export type BatchResults<Statements extends readonly BatchStatement[]> = {
  -readonly [At in keyof Statements]: Statements[At]['_']['result']
}

export interface Reader {
  orm: Pick<Orm, 'all'>
}

export interface PreparedReader extends Reader {
  /**
   * Prepares a query for rows as arrays. The statement is prepared at once and cached by its text, so its tables must
   * exist.
   */
  readAll(sql: string): (...parameters: (string | number)[]) => Promise<readonly unknown[][]>
}

export interface WriteOptions {
  /** Queue of the write: `bulk` for background work in batches of `bulkBatchRows`; `interactive` by default */
  lane?: WriteLane
}

export interface Db extends PreparedReader {
  orm: Orm
  /** Path of the database file; undefined for a database on a server */
  file: string | undefined
  client: Client
  /** Prepares a query for one row, as `readAll` does. */
  readOne(sql: string): (...parameters: (string | number)[]) => Promise<Record<string, unknown> | undefined>
  /**
   * Runs a write; retries while another process locks the file. @throws UnwritableError without disk space or
   * permission
   */
  write<T>(statement: () => Promise<T>, options?: WriteOptions): Promise<T>
  writeBatch<const Statements extends readonly BatchStatement[]>(
    statements: Statements,
    options?: WriteOptions,
  ): Promise<BatchResults<Statements>>
  /** Runs a batch of plain SQL: with thousands of bound values drizzle takes twice as long as SQLite. */
  writeRaw(statements: readonly InStatement[], options?: WriteOptions): Promise<ResultSet[]>
  /**
   * Moves the WAL into the file on another thread. Without this call, a write moves it every 8,000 pages and blocks.
   */
  checkpoint(): Promise<void>
  /**
   * Waits for pending work and closes the database. The file is then complete without its WAL, unless it is being read.
   */
  close(): Promise<void>
}

export interface DbOptions {
  /** Address of the database: `file:/path/to.db`, `libsql://…` or `http(s)://…` */
  url: string
  authToken?: string | undefined
  /** Whether to refuse every write and create no file; for files only */
  readOnly?: boolean
  /**
   * With `full` an acknowledged write survives a power cut; it takes 5 ms instead of 0.2. Files only; `normal` by
   * default
   */
  durability?: 'full' | 'normal'
  /** Timeout of a server's answer, ms */
  answerMs?: number | undefined
  /** Logger that gets a line when writes begin to fail or a server stops answering, and when that is over */
  log?: Pick<Logger, 'error' | 'info'> | undefined
  observer?: DbObserver | undefined
}

/** Opens a database. @throws LibsqlError when the file or the server cannot be opened; the message names it */
export async function openDb(options: DbOptions): Promise<Db> {
  const { url, readOnly = false, durability = 'normal', log, observer } = options
  const path = url.startsWith('file:') ? pathOf(url) : undefined
  if (path && readOnly && !existsSync(path)) throw new LibsqlError(`There is no database ${path}`, 'SQLITE_CANTOPEN')
  const bare = await createClient(options, path)
  const client = observer ? observeClient(bare, observer) : bare
  const settings = createSettings(client, path ? pragmasOf({ readOnly, durability }) : [])
  await settings.apply().catch((error: unknown) => {
    client.close()
    throw error
  })
  const orm = drizzle(client)
  const name = path ? basename(path) : redactedUrl(url)
  const writes = createGatedWrites({ name, settings, isFile: path !== undefined, log, observer })
  const preparer = path ? openPreparer(path) : undefined
  const checkpointer = path && !readOnly ? createCheckpointer(path) : undefined
  return {
    orm,
    client,
    file: path,
    ...createReads(client, preparer, observer),
    write: (statement, { lane } = {}) => writes.run(statement, lane),
    writeBatch: async (statements, { lane } = {}) => writes.run(() => runBatch(orm, statements), lane),
    writeRaw: async (statements, { lane } = {}) =>
      statements.length > 0 ? writes.run(() => client.batch([...statements], 'write'), lane) : [],
    checkpoint: async () => checkpointer?.run(),
    close: async () => {
      await writes.idle()
      await checkpointer?.close()
      preparer?.close()
      try {
        // Truncates the WAL, which the driver does not do on close: its statements keep the connection open until they
        // are garbage-collected.
        if (checkpointer) await client.execute('pragma wal_checkpoint(truncate)')
      } finally {
        client.close()
      }
    },
  }
}

async function createClient(options: DbOptions, path: string | undefined): Promise<Client> {
  const { url } = options
  // Uses one connection, since the file is read synchronously on this thread; other connections would lack the settings
  // above.
  if (path) return createFileClient({ url, intMode: 'number', concurrency: 1 })
  return url === ':memory:' ? createFileClient({ url, intMode: 'number' }) : openServerClient(options)
}

/** Creates the read functions. Statements are prepared for files only, not for servers. */
function createReads(
  client: Client,
  preparer: Preparer | undefined,
  observer: DbObserver | undefined,
): Pick<Db, 'readOne' | 'readAll'> {
  const observed = <Read extends ReadOne | ReadAll>(sql: string, read: Read | undefined) =>
    read && observer ? observeRead(sql, read, observer) : read
  return {
    readOne: (sql) => {
      const prepared = observed(sql, preparer?.readOne(sql))
      if (prepared) return async (...parameters) => prepared(...parameters)
      return async (...parameters) => (await client.execute({ sql, args: parameters })).rows[0]
    },
    readAll: (sql) => {
      const prepared = observed(sql, preparer?.readAll(sql))
      if (prepared) return async (...parameters) => prepared(...parameters)
      return async (...parameters) => {
        const { rows } = await client.execute({ sql, args: parameters })
        return rows.map((row) => Array.from(row))
      }
    },
  }
}

async function runBatch<Statements extends readonly BatchStatement[]>(orm: Orm, statements: Statements) {
  const [first, ...rest] = statements
  const results: unknown = first ? await orm.batch([first, ...rest]) : []
  return results as BatchResults<Statements>
}

/** Returns the path in a file URL. The driver decodes it as a URI, so `%25` is a percent sign. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.replace(/^file:(\/\/(localhost)?(?=\/))?/, '').replace(/[?#].*$/, ''))
}

export interface Checkpointer {
  run(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs checkpoints on a separate thread: as part of a write they would block the calling thread for a tenth of a
 * second.
 */
export function createCheckpointer(path: string): Checkpointer {
  let connection: Promise<Database> | undefined
  let underway: Promise<void> | undefined
  const checkpoint = async () => {
    connection ??= open(path)
    const database = await connection
    await database.exec('pragma wal_checkpoint(passive)')
  }
  return {
    run: () => {
      underway ??= checkpoint().finally(() => {
        underway = undefined
      })
      return underway
    },
    close: async () => {
      await underway?.catch(() => undefined)
      const database = await connection?.catch(() => undefined)
      database?.close()
    },
  }
}

async function open(path: string): Promise<Database> {
  const database = new Database(path, {})
  await database.exec('pragma busy_timeout = 1000')
  return database
}
