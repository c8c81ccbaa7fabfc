import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  /** How far its log goes; fails while it is away */
  askServer(): Promise<number>
  log: Pick<Logger, 'error'>
}

/**
 * Made anew each time, and when the server comes back with less than the copy has: it was restored, and what it goes on to
 * write would be laid over what it knows nothing of.
 */
export function openReplica({ path, ...server }: ReplicaPlace, { askServer, log }: ReplicaOptions): Replica {
  const folder = dirname(path)
  let begun = 0
  const begin = () => {
    const place = { ...server, path: join(folder, `${begun++}`, 'app.db') }
    return { path: place.path, thread: createReplicaThread(place) }
  }
  let current = begin()
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
  const beginAnew = async () => {
    const [old, { path: left, thread }] = [copy, current]
    copy = undefined
    await thread.close()
    current = begin()
    await old?.close()
    await rm(dirname(left), { recursive: true, force: true })
  }
  const sync = async () => {
    // The driver would write each of its failures to the standard error.
    const isAgain = hasFailed
    if (isAgain && !(await isThere())) return retryMs
    if (!copy) await mkdir(dirname(current.path), { recursive: true, mode: 0o700 })
    const startedAt = performance.now()
    const { failure, position = 0 } = await current.thread.sync()
    hasFailed = failure !== undefined
    // The driver waits for a server that is starting, and is content with one that has nothing newer.
    const mayBeAnother = isAgain || performance.now() - startedAt > everyMs
    if (copy && isOpen && !hasFailed && mayBeAnother && (await askServer()) < position) {
      log.error('The server of a database has less than its copy, which is made anew', undefined, { position })
      await beginAnew()
      return 0
    }
    if (isAgain && hasFailed && isOpen && !isTold) log.error('The copy of a database cannot follow its server', failure)
    isTold = isAgain && hasFailed
    if (hasFailed || !isOpen) return retryMs
    copy ??= await openDb({ url: pathToFileURL(current.path).href, readOnly: true })
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
      await current.thread.close()
      await loop.stop()
      await copy?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
