import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Client, createClient, type InStatement, LibsqlError, type ResultSet } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { Logger } from '../log/logger.ts'
import { createCheckpointer } from './checkpointer.ts'
import { openPreparer } from './prepared.ts'
import { causesOf, createTroubleLog, UnwritableError, unwritableReason } from './unwritable.ts'
import { createWriteGate, retryWhileBusy, type WriteLane } from './write-gate.ts'

export type Orm = LibSQLDatabase
export type BatchStatement<Result = unknown> = RunnableQuery<Result, 'sqlite'>

export type BatchResults<Statements extends readonly BatchStatement[]> = {
  -readonly [At in keyof Statements]: Statements[At]['_']['result']
}

export interface Reader {
  orm: Pick<Orm, 'all'>
}

export interface WriteOptions {
  /** `bulk` for what nobody waits for, in batches of `bulkBatchRows`; interactive unless given */
  lane?: WriteLane
}

export interface Db extends Reader {
  orm: Orm
  /** Path of the file; undefined for a server */
  file: string | undefined
  client: Client
  /** One row, from a statement that is prepared at once, and once for its text: its tables have to be there. */
  readOne(sql: string): (...parameters: (string | number)[]) => Promise<Record<string, unknown> | undefined>
  readAll(sql: string): (...parameters: (string | number)[]) => Promise<readonly unknown[][]>
  /** Tried again while another process keeps the file busy. @throws UnwritableError for want of room or of the right */
  write<T>(statement: () => Promise<T>, options?: WriteOptions): Promise<T>
  writeBatch<const Statements extends readonly BatchStatement[]>(
    statements: Statements,
    options?: WriteOptions,
  ): Promise<BatchResults<Statements>>
  /** The same for plain SQL: with thousands of bound values drizzle takes twice as long as SQLite. */
  writeRaw(statements: readonly InStatement[], options?: WriteOptions): Promise<ResultSet[]>
  /** Moves the log into the file, beside this thread; a write does it every 8,000 pages, and waits. */
  checkpoint(): Promise<void>
  /** Ends what is under way. A file is then whole without its log, unless somebody is reading just then. */
  close(): Promise<void>
}

export interface DbOptions {
  /** `file:/path/to.db`, `libsql://…` or `http(s)://…` */
  url: string
  authToken?: string | undefined
  /** Refuses every write and makes no file; for files only */
  readOnly?: boolean
  /** `full`: what was answered survives a power cut, 5 ms a write instead of 0.2. Files only; `normal` unless given */
  durability?: 'full' | 'normal'
  /** Told when writes begin to fail for want of room, and when they succeed again */
  log?: Pick<Logger, 'error' | 'info'> | undefined
}

/** @throws LibsqlError when the file or the server cannot be opened; the message names it */
export async function openDb(options: DbOptions): Promise<Db> {
  const { url, authToken, readOnly = false, durability = 'normal', log } = options
  const path = url.startsWith('file:') ? pathOf(url) : undefined
  if (path && readOnly && !existsSync(path)) throw new LibsqlError(`There is no database ${path}`, 'SQLITE_CANTOPEN')
  // A file is read in this thread, one statement after the other: more connections would only lack the settings below.
  const client = createClient({ url, authToken, intMode: 'number', ...(path && { concurrency: 1 }) })
  let isPrepared = false
  const setPragmas = async () => {
    isPrepared = false
    if (path) for (const pragma of pragmasOf({ readOnly, durability })) await client.execute(`pragma ${pragma}`)
    isPrepared = true
  }
  // A new file is busy while another process puts it into WAL mode.
  const prepareConnection = () => retryWhileBusy(setPragmas, { isBusy, recover: async () => client.reconnect() })
  await prepareConnection().catch((error: unknown) => {
    client.close()
    throw error
  })
  const orm = drizzle(client)
  const gate = createWriteGate({
    isBusy,
    // After SQLITE_BUSY the driver's connection keeps failing until it is opened anew (libsql-client-ts #288).
    recover: async () => {
      if (!path) return
      client.reconnect()
      await prepareConnection()
    },
  })
  const name = path ? basename(path) : url
  const trouble = log && createTroubleLog(log)
  const gated = async <T>(statement: () => Promise<T>, lane?: WriteLane): Promise<T> => {
    try {
      const result = await gate.run(async () => {
        // A recovery that failed has left a new connection without some of its settings.
        if (!isPrepared) await prepareConnection()
        return statement()
      }, lane)
      trouble?.note(undefined)
      return result
    } catch (error) {
      const reason = unwritableReason(error)
      if (!reason) throw error
      const unwritable = new UnwritableError(name, reason, error)
      trouble?.note(unwritable)
      throw unwritable
    }
  }
  const preparer = path ? openPreparer(path) : undefined
  const checkpointer = path && !readOnly ? createCheckpointer(path) : undefined
  return {
    orm,
    client,
    file: path,
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
    write: (statement, { lane } = {}) => gated(statement, lane),
    writeBatch: async (statements, { lane } = {}) => gated(() => runBatch(orm, statements), lane),
    writeRaw: async (statements, { lane } = {}) =>
      statements.length > 0 ? gated(() => client.batch([...statements], 'write'), lane) : [],
    checkpoint: async () => checkpointer?.run(),
    close: async () => {
      await gate.idle()
      await checkpointer?.close()
      preparer?.close()
      try {
        // The driver leaves this undone: its statements keep the connection open until they are collected.
        if (checkpointer) await client.execute('pragma wal_checkpoint(truncate)')
      } finally {
        client.close()
      }
    },
  }
}

async function runBatch<Statements extends readonly BatchStatement[]>(orm: Orm, statements: Statements) {
  const [first, ...rest] = statements
  const results: unknown = first ? await orm.batch([first, ...rest]) : []
  return results as BatchResults<Statements>
}

/** The driver takes a file's address for a URI, so that `%25` is a percent sign. */
export function pathOf(url: string): string {
  return decodeURIComponent(url.replace(/^file:(\/\/(localhost)?(?=\/))?/, '').replace(/[?#].*$/, ''))
}

function pragmasOf({ readOnly, durability }: Required<Pick<DbOptions, 'readOnly' | 'durability'>>): string[] {
  return [
    // Waiting inside the driver stops the whole process: short waits here, the patience is the write gate's.
    'busy_timeout = 100',
    // 64 MiB instead of 2: the search's word tables are read and written all over.
    'cache_size = -65536',
    ...(readOnly
      ? ['query_only = 1']
      : [
          'journal_mode = wal',
          `synchronous = ${durability}`,
          'wal_autocheckpoint = 8000',
          // Grown behind a long reader, the log is cut to this once it has been moved.
          `journal_size_limit = ${64 * 1024 * 1024}`,
          'foreign_keys = on',
        ]),
  ]
}

function isBusy(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof LibsqlError && cause.code.startsWith('SQLITE_BUSY'))
}
