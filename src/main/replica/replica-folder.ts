import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'

export interface ReplicaFolder {
  path: string
  /** With all that is in it */
  remove(): void
}

/** Other processes that start at the same moment may take one away before it is locked, hardly ever two. */
const mostTries = 100

/**
 * A folder of this process's own; those of processes that have ended go. A lock tells which: containers on one volume
 * count processes each for itself. @throws Error when it cannot be made
 */
export function makeReplicaFolder(dataDir: string): ReplicaFolder {
  for (const name of readdirSync(dataDir)) {
    const folder = join(dataDir, name)
    if (/^replica-[0-9a-f-]{36}$/.test(name)) removeIfLeft(folder)
    if (/^gone-replica-[0-9a-f-]{36}$/.test(name)) rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < mostTries; tries++) {
    const path = join(dataDir, `replica-${crypto.randomUUID()}`)
    mkdirSync(path, { mode: 0o700 })
    const lock = lockFolder(path)
    if (lock) return { path, remove: () => removeFolder(path, lock) }
  }
  throw new Error(`No folder in ${dataDir} could be locked`)
}

const lockIn = (folder: string) => join(folder, 'lock')

function removeIfLeft(folder: string): void {
  const lock = lockFolder(folder)
  if (lock) removeFolder(folder, lock)
}

/** @returns nothing when another process has it, or has just taken it away. @throws Error: it cannot be locked */
function lockFolder(folder: string): FileLock | undefined {
  try {
    const lock = takeFileLock(lockIn(folder))
    if (existsSync(lockIn(folder))) return lock
    lock?.release()
  } catch (error) {
    if (existsSync(folder)) throw error
  }
  return undefined
}

/** Under another name first: nobody takes a lock within what is being removed. */
function removeFolder(folder: string, lock: FileLock): void {
  if (existsSync(folder)) {
    const gone = join(dirname(folder), `gone-${basename(folder)}`)
    renameSync(folder, gone)
    rmSync(gone, { recursive: true, force: true })
  }
  lock.release()
}
