import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from '../../db/client.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Logger } from '../../log/logger.ts'
import { createReplicaThread, type ReplicaPlace } from './replica-thread.ts'

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
  /** Fails while the server is away */
  askServer(): Promise<unknown>
  log: Pick<Logger, 'error'>
}

/** Made anew each time: a copy of another server, or of one that was restored, is never read. */
export function openReplica(place: ReplicaPlace, { askServer, log }: ReplicaOptions): Replica {
  const folder = dirname(place.path)
  const thread = createReplicaThread(place)
  let copy: Db | undefined
  let isOpen = true
  /** The copy has what the server had then */
  let syncedAt = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let isTold = false
  const isThere = () =>
    askServer().then(
      () => true,
      () => false,
    )
  const sync = async () => {
    // The driver would write each of its failures to the standard error.
    const isAgain = hasFailed
    if (isAgain && !(await isThere())) return retryMs
    if (!copy) await mkdir(folder, { recursive: true, mode: 0o700 })
    const startedAt = performance.now()
    const { failure } = await thread.sync()
    hasFailed = failure !== undefined
    if (isAgain && hasFailed && isOpen && !isTold) log.error('The copy of a database cannot follow its server', failure)
    isTold = isAgain && hasFailed
    if (hasFailed || !isOpen) return retryMs
    copy ??= await openDb({ url: pathToFileURL(place.path).href, readOnly: true })
    syncedAt = startedAt
    return changedAt >= startedAt ? 0 : everyMs
  }
  const loop = startLoop('The copy of a database', sync, log)
  return {
    fresh: () => (syncedAt > changedAt && performance.now() - syncedAt < mostBehindMs ? copy : undefined),
    latest: () => copy,
    changed: () => {
      changedAt = performance.now()
      loop.wake()
    },
    close: async () => {
      isOpen = false
      await thread.close()
      await loop.stop()
      await copy?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
