import type { Db } from '../../db/client.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import { createCopies } from './copies.ts'
import type { ReplicaPlace } from './replica-thread.ts'
import type { ServerStanding } from './server-standing.ts'

/** A copy of a server's database beside the process, to read from. */
export interface Replica {
  /** The copy, while it has all that this process wrote and what others had written 700 ms ago */
  fresh(): Db | undefined
  /** The copy as it is, for when its server is away */
  latest(): Db | undefined
  /** This process wrote: the copy is of no use until it has that. */
  changed(): void
  close(): Promise<void>
}

/** Between two looks at the server, ms */
const everyMs = 200
/** How far the copy may be behind, ms: other machines see a change within a second. */
const mostBehindMs = 700
/** While the server is away, ms */
const retryMs = 1000

export interface ReplicaOptions {
  /** Fails while it is away */
  askServer(): Promise<ServerStanding>
  log: Pick<Logger, 'error' | 'info'>
}

/**
 * Made anew each time, and when the server comes back as another: it may have been restored, and what it goes on to write
 * would be laid over what it knows nothing of. The one before is there until then.
 */
export function openReplica({ path, ...server }: ReplicaPlace, { askServer, log }: ReplicaOptions): Replica {
  const copies = createCopies(path, server)
  let isOpen = true
  /** What the current copy was begun from, and how far it goes */
  let known: ServerStanding | undefined
  /** The copy has what the server had then */
  let syncedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let isTold = false
  const isAnother = ({ position, run }: ServerStanding) =>
    known && (position < known.position || (run !== undefined && run !== known.run))
  const ask = async () => {
    const standing = await askServer().catch(() => undefined)
    hasFailed = standing === undefined
    return standing
  }
  const beginAnew = async ({ position }: ServerStanding) => {
    log.info('The server of a database has started again: its copy is made anew', { position, had: known?.position })
    known = undefined
    syncedAt = Number.NEGATIVE_INFINITY
    await copies.beginAnew()
    return 0
  }
  const sync = async () => {
    const isAgain = hasFailed
    // Whoever stood still has not seen a server go and come back.
    const isLate = performance.now() - syncedAt > mostBehindMs
    // The driver would write each of its failures to the standard error.
    const standing = isAgain || isLate || !known ? await ask() : known
    if (!standing || !isOpen) return retryMs
    if (isAnother(standing)) return beginAnew(standing)
    known ??= standing
    const startedAt = performance.now()
    const { failure, position = 0 } = await copies.sync()
    hasFailed = failure !== undefined
    if (isAgain && hasFailed && isOpen && !isTold) log.error('The copy of a database cannot follow its server', failure)
    isTold = isAgain && hasFailed
    if (hasFailed || !isOpen) return retryMs
    known = { ...known, position }
    // The driver waits for a server that is starting, and is content with one that has nothing newer.
    const now = performance.now() - startedAt > everyMs ? await ask() : known
    if (!now) return retryMs
    if (isAnother(now)) return beginAnew(now)
    await copies.show()
    syncedAt = startedAt
    return changedAt >= startedAt ? 0 : everyMs
  }
  const loop = startLoop('The copy of a database', sync, log)
  return {
    fresh: () => (syncedAt > changedAt && performance.now() - syncedAt < mostBehindMs ? copies.latest() : undefined),
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
