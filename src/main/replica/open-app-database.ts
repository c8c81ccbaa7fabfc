import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client, InArgs, InStatement } from '@libsql/client'
import type { Role } from '../../config/roles.ts'
import type { Config } from '../../config.ts'
import { type Db, openDb } from '../../db/client.ts'
import { mustConfirmAbsence, mustReadLatest } from '../../db/read-latest.ts'
import { UnreachableError } from '../../db/unreachable.ts'
import { causesOf } from '../../db/unwritable.ts'
import type { Recurring } from '../../jobs/jobs.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import { type OpenDatabaseOptions, openDatabase } from '../databases.ts'
import { makeReplicaFolder } from './replica-folder.ts'
import { createReplicaThread, type ReplicaPlace, type SyncAnswer } from './replica-thread.ts'
import { readServerState, type ServerState } from './server-state.ts'

/** A local copy of a server's database for reading. */
export interface Replica {
  /** Returns the copy, if it has all writes of this process and all other writes from more than 700 ms ago */
  fresh(): Db | undefined
  /** Returns the copy in any state, for when the server is unreachable */
  latest(): Db | undefined
  /** Notes a write by this process: the copy is stale until the next sync. */
  changed(): void
  close(): Promise<void>
}

export const replicaLoop: Recurring = { role: 'any', every: 200, name: 'replica-sync' }
const everyMs = replicaLoop.every
/** Max staleness of the copy, ms: other machines see a change within a second. */
const maxBehindMs = 700
/** Retry interval while the server is away, ms */
const retryMs = 1000

export interface ReplicaOptions {
  /** Asks the server for its state. Rejects while the server is away */
  askServer(): Promise<ServerState>
  log: Pick<Logger, 'error' | 'info'>
}

/**
 * Opens a replica. Makes the copy from scratch at each start, and again when the server's log was replaced: after a
 * restore, new frames would be applied to a copy that does not match them. Reads use the old copy until the new one is
 * ready.
 */
export function openReplica({ path, ...server }: ReplicaPlace, { askServer, log }: ReplicaOptions): Replica {
  const copies = createCopies(path, server)
  let isOpen = true
  /** State of the server when the current copy was begun, including the log position */
  let known: ServerState | undefined
  /** Start of the last successful sync: the copy has all writes from before this time */
  let syncedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let isLogged = false
  const isReplaced = ({ position, run }: ServerState) =>
    known && (position < known.position || (run !== undefined && run !== known.run))
  const ask = async () => {
    const standing = await askServer().catch(() => undefined)
    hasFailed = standing === undefined
    return standing
  }
  const restartCopy = async ({ position }: ServerState) => {
    log.info('The database server was restarted or restored: its copy is rebuilt', { position, had: known?.position })
    known = undefined
    syncedAt = Number.NEGATIVE_INFINITY
    await copies.restart()
    return 0
  }
  const sync = async () => {
    const isAgain = hasFailed
    // Checks the server after a delay, too: a suspended process may have missed a restart of the server.
    const isLate = performance.now() - syncedAt > maxBehindMs
    // Checks the server before the sync, because the driver writes each failure to standard error.
    const standing = isAgain || isLate || !known ? await ask() : known
    if (!standing || !isOpen) return retryMs
    if (isReplaced(standing)) return restartCopy(standing)
    known ??= standing
    const startedAt = performance.now()
    const { failure, position = 0 } = await copies.sync()
    hasFailed = failure !== undefined
    if (isAgain && hasFailed && isOpen && !isLogged)
      log.error('The copy of a database cannot follow its server', failure)
    isLogged = isAgain && hasFailed
    if (hasFailed || !isOpen) return retryMs
    known = { ...known, position }
    // Checks again after a slow sync: the driver waits while a server starts, and reports success if the server has
    // nothing newer.
    const now = performance.now() - startedAt > everyMs ? await ask() : known
    if (!now) return retryMs
    if (isReplaced(now)) return restartCopy(now)
    await copies.show()
    syncedAt = startedAt
    return changedAt >= startedAt ? 0 : everyMs
  }
  const loop = startLoop(replicaLoop, sync, log)
  return {
    fresh: () => (syncedAt > changedAt && performance.now() - syncedAt < maxBehindMs ? copies.latest() : undefined),
    latest: copies.latest,
    changed: () => {
      changedAt = performance.now()
      loop.wake()
    },
    close: async () => {
      isOpen = false
      await copies.end()
      await loop.stop()
      await copies.remove()
    },
  }
}

interface Copies {
  /** Copy to read from; it may be about to be replaced by a newer one */
  latest(): Db | undefined
  /** Syncs the current copy */
  sync(): Promise<SyncAnswer>
  /** Makes the current copy the one that `latest` returns */
  show(): Promise<void>
  /** Starts a new empty copy; reads use the previous one until `show` */
  restart(): Promise<void>
  /** Stops the sync thread */
  end(): Promise<void>
  /** Deletes the whole folder of the copies */
  remove(): Promise<void>
}

/** Manages copies of a server's database: the copy being synced, and the previous copy until the new one is ready. */
function createCopies(path: string, server: Omit<ReplicaPlace, 'path'>): Copies {
  const folder = dirname(path)
  let begun = 0
  const begin = () => {
    const place = { ...server, path: join(folder, `${begun++}`, 'app.db') }
    return { path: place.path, thread: createReplicaThread(place) }
  }
  let current = begin()
  let shown: { db: Db; path: string } | undefined
  const removeCopy = (each: string) => rm(dirname(each), { recursive: true, force: true })
  return {
    latest: () => shown?.db,
    sync: async () => {
      await mkdir(dirname(current.path), { recursive: true, mode: 0o700 })
      return current.thread.sync()
    },
    show: async () => {
      if (shown?.path === current.path) return
      const before = shown
      shown = { db: await openDb({ url: pathToFileURL(current.path).href, readOnly: true }), path: current.path }
      await before?.db.close()
      if (before) await removeCopy(before.path)
    },
    restart: async () => {
      const left = current
      await left.thread.close()
      current = begin()
      if (left.path !== shown?.path) await removeCopy(left.path)
    },
    end: () => current.thread.close(),
    remove: async () => {
      await shown?.db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Roles that may read from a copy. The other roles make decisions and need the current state of the server. */
const readers: readonly Role[] = ['web', 'ticker']

/**
 * Opens `app.db`. If the database is on a server, a process that only serves pages reads from a copy in its data
 * folder. @throws DataError
 */
export async function openAppDatabase(config: Config, options: OpenDatabaseOptions & { log: Logger }): Promise<Db> {
  const { dataDir, ROLES } = config
  const db = await openDatabase(config, 'app', options)
  if (db.file !== undefined || !ROLES.every((role) => readers.includes(role))) return db
  const folder = makeReplicaFolder(dataDir)
  const path = join(folder.path, 'app.db')
  const server = config.databases.app
  const replica = openReplica({ path, ...server }, { askServer: () => readServerState(server), log: options.log })
  const copied = readFromReplica(db, replica)
  return {
    ...copied,
    close: async () => {
      await copied.close()
      folder.remove()
    },
  }
}

/**
 * Reads from the copy while it is fresh, otherwise from the server; writes to the server. A process reads its own
 * writes. Rows missing in the copy are looked up at the server, e.g. after a sign-in on another machine. A write must
 * check its preconditions in its own statement, since an earlier read may be stale.
 */
export function readFromReplica(primary: Db, replica: Replica): Db {
  const { client } = primary
  const ask = client.execute.bind(client)
  const batch = client.batch.bind(client)
  const written = <Answer>(writing: Promise<Answer>) => writing.finally(replica.changed)
  const read = async (statement: InStatement) => {
    // Ignores any error of the copy and asks the server instead.
    const copy = mustReadLatest() ? undefined : replica.fresh()
    const copied = await copy?.client.execute(statement).catch(() => undefined)
    if (copied && copied.rows.length > 0) return copied
    return ask(statement).catch(async (error: unknown) => {
      const latest = replica.latest()
      if (!latest || !causesOf(error).some((cause) => cause instanceof UnreachableError)) throw error
      const stale = await latest.client.execute(statement)
      if (stale.rows.length === 0 && mustConfirmAbsence()) throw error
      return stale
    })
  }
  Object.assign(client, {
    execute: (statement: InStatement, args?: InArgs) => {
      const bound = typeof statement === 'string' ? { sql: statement, ...(args && { args }) } : statement
      return isRead(bound.sql) ? read(bound) : written(ask(bound))
    },
    batch: (...batched: Parameters<Client['batch']>) => written(batch(...batched)),
  })
  return {
    ...primary,
    close: async () => {
      await replica.close()
      await primary.close()
    },
  }
}

/** Returns whether a statement only reads. A statement that begins with `with` may be a write, too. */
function isRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}
