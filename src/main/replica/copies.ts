import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Db, openDb } from '../../db/client.ts'
import { createReplicaThread, type ReplicaPlace, type SyncAnswer } from './replica-thread.ts'

export interface Copies {
  /** The one to read from, which another may already take the place of */
  latest(): Db | undefined
  /** Of the one that is kept up to date */
  sync(): Promise<SyncAnswer>
  /** What was synced is read from now on. */
  show(): Promise<void>
  /** Another from nothing; the one to read from stays until that is shown. */
  beginAnew(): Promise<void>
  /** No sync is under way then. */
  end(): Promise<void>
  /** With all that is in its folder */
  remove(): Promise<void>
}

/** The copy of a server's database that is kept up to date, and the one before while that is not there yet. */
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
    beginAnew: async () => {
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
