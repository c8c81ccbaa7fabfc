import type { Db } from '../../db/client.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import { createCopies } from './copies.ts'
import type { ReplicaPlace } from './replica-thread.ts'
import type { ServerState } from './server-state.ts'

/** A local copy of a server's database for reading. */
export interface Replica {
  /** The copy, if it has all writes of this process and all others from more than 700 ms ago */
  fresh(): Db | undefined
  /** The copy in any state, for when the server is unreachable */
  latest(): Db | undefined
  /** Notes a write by this process: the copy is stale until it is synced. */
  changed(): void
  close(): Promise<void>
}

/** Sync interval, ms */
const everyMs = 200
/** Max staleness of the copy, ms: other machines see a change within a second. */
const maxBehindMs = 700
/** Retry interval while the server is away, ms */
const retryMs = 1000

export interface ReplicaOptions {
  /** Rejects while the server is away */
  askServer(): Promise<ServerState>
  log: Pick<Logger, 'error' | 'info'>
}

/**
 * Opens a replica. The copy is made from scratch at each start, and again when the server's log was replaced: after a
 * restore, new frames would be applied to a copy that does not match them. The old copy is read until the new one is
 * ready.
 */
export function openReplica({ path, ...server }: ReplicaPlace, { askServer, log }: ReplicaOptions): Replica {
  const copies = createCopies(path, server)
  let isOpen = true
  /** State of the server when the current copy was begun, with the copy's position */
  let known: ServerState | undefined
  /** Start of the last successful sync: the copy has everything from before */
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
    // A suspended process may have missed a restart of the server.
    const isLate = performance.now() - syncedAt > maxBehindMs
    // Check the server first, because the driver writes each failure to standard error.
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
    // The driver waits while a server starts, and reports success if the server has nothing newer. So check again after
    // a slow sync.
    const now = performance.now() - startedAt > everyMs ? await ask() : known
    if (!now) return retryMs
    if (isReplaced(now)) return restartCopy(now)
    await copies.show()
    syncedAt = startedAt
    return changedAt >= startedAt ? 0 : everyMs
  }
  const loop = startLoop('The copy of a database', sync, log)
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
