import { type Client, createClient, LibsqlError } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { createCheckpointer } from './checkpointer.ts'
import { openPreparer } from './prepared.ts'
import { createWriteGate } from './write-gate.ts'

export type Orm = LibSQLDatabase
export type BatchStatement = BatchItem<'sqlite'>

/** What reading takes: a database of the server, or one that a browser keeps. */
export interface Reader {
  orm: Pick<Orm, 'all'>
}

/** One open libSQL database: read through `orm`, write through `write` or `writeBatch`. */
export interface Db extends Reader {
  orm: Orm
  /** The driver's client: for migrations and raw statements only. */
  client: Client
  /**
   * One row by parameters, from a statement that is prepared once: for what every request asks. Ask for it when all
   * tables are there.
   */
  readOne(sql: string): (...parameters: (string | number)[]) => Promise<Record<string, unknown> | undefined>
  /** All rows by parameters, each with its columns in the order of the statement, which is prepared once. */
  readAll(sql: string): (...parameters: (string | number)[]) => Promise<readonly unknown[][]>
  /** Runs one writing statement alone; writes queue behind each other and survive a busy database. */
  write<T>(statement: () => Promise<T>): Promise<T>
  /** Runs statements as one transaction: all of them or none. An empty list does nothing. */
  writeBatch(statements: BatchStatement[]): Promise<void>
  /**
   * Moves what was written from the log of a file into the file, beside this thread: for those who write much, so that no
   * write has to wait for it.
   */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

export interface DbOptions {
  /** `file:/path/to.db`, `libsql://…` or `http(s)://…` */
  url: string
  authToken?: string | undefined
  /** Refuses every write on this connection (`PRAGMA query_only`); for files only. */
  readOnly?: boolean
}

/**
 * Opens a libSQL database. Files are put into WAL mode, so readers never wait for the writer.
 * @throws LibsqlError when the file or the server cannot be opened; the message names it
 */
export async function openDb({ url, authToken, readOnly = false }: DbOptions): Promise<Db> {
  const isFile = url.startsWith('file:')
  // A file is read in this thread, one statement after the other: more connections would only lack the settings below.
  const client = createClient({ url, authToken, intMode: 'number', ...(isFile && { concurrency: 1 }) })
  if (isFile) await prepareFile(client, readOnly)
  const orm = drizzle(client)
  const gate = createWriteGate({
    isBusy,
    // After SQLITE_BUSY the driver's connection keeps failing until it is opened anew (libsql-client-ts #288).
    recover: async () => {
      if (!isFile) return
      client.reconnect()
      await prepareFile(client, readOnly)
    },
  })
  const path = isFile ? url.slice('file:'.length) : undefined
  const preparer = path ? openPreparer(path) : undefined
  const checkpointer = path ? createCheckpointer(path) : undefined
  return {
    orm,
    client,
    readOne: (sql) => {
      const prepared = preparer?.readOne(sql)
      if (prepared) return async (...parameters) => prepared(...parameters)
      return async (...parameters) => (await client.execute({ sql, args: parameters })).rows[0]
    },
    readAll: (sql) => {
      const prepared = preparer?.readAll(sql)
      if (prepared) return async (...parameters) => prepared(...parameters)
      return async (...parameters) => {
        const { rows } = await client.execute({ sql, args: parameters })
        return rows.map((row) => Array.from(row))
      }
    },
    write: gate.run,
    writeBatch: async (statements) => {
      const [first, ...rest] = statements
      if (first) await gate.run(() => orm.batch([first, ...rest]))
    },
    checkpoint: async () => checkpointer?.run(),
    close: async () => {
      await gate.idle()
      await checkpointer?.close()
      preparer?.close()
      client.close()
    },
  }
}

async function prepareFile(client: Client, readOnly: boolean): Promise<void> {
  // Waiting inside the driver stops the whole process: short waits here, the patience is the write gate's.
  await client.execute('pragma busy_timeout = 100')
  // 64 MiB instead of 2: the search's word tables are read and written all over.
  await client.execute('pragma cache_size = -65536')
  if (readOnly) {
    await client.execute('pragma query_only = 1')
    return
  }
  await client.execute('pragma journal_mode = wal')
  await client.execute('pragma synchronous = normal')
  await client.execute('pragma wal_autocheckpoint = 8000')
  await client.execute('pragma foreign_keys = on')
}

function isBusy(error: unknown): boolean {
  return causes(error).some((cause) => cause instanceof LibsqlError && cause.code.startsWith('SQLITE_BUSY'))
}

/** An error and what caused it: drizzle wraps the driver's errors. */
function causes(error: unknown): unknown[] {
  return error instanceof Error && error.cause ? [error, ...causes(error.cause)] : [error]
}
