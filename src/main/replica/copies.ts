import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from '../../db/client.ts'
import { createReplicaThread, type ReplicaPlace, type SyncAnswer } from './replica-thread.ts'

export interface Copies {
  /** Copy to read from; it may be about to be replaced by a newer one */
  latest(): Db | undefined
  /** Syncs the current copy */
  sync(): Promise<SyncAnswer>
  /** Makes the current copy the one to read from */
  show(): Promise<void>
  /** Starts a new empty copy; the shown one stays in use until `show` */
  restart(): Promise<void>
  /** Stops the sync thread */
  end(): Promise<void>
  /** Deletes the whole folder */
  remove(): Promise<void>
}

/** Manages copies of a server's database: the one being synced, and the previous one until the new one is ready. */
export function createCopies(path: string, server: Omit<ReplicaPlace, 'path'>): Copies {
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
