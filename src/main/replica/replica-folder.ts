import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'

export interface ReplicaFolder {
  path: string
  /** Deletes the folder with its content */
  remove(): void
}

/**
 * Max tries: a process that starts at the same moment may remove a new folder before it is locked, but hardly ever
 * twice.
 */
const maxTries = 100

/**
 * Creates a folder for this process and removes those of ended processes. Uses locks instead of process IDs, since
 * containers that share a volume have overlapping IDs. @throws Error when the folder cannot be created
 */
export function makeReplicaFolder(dataDir: string): ReplicaFolder {
  for (const name of readdirSync(dataDir)) {
    const folder = join(dataDir, name)
    if (/^replica-[0-9a-f-]{36}$/.test(name)) removeIfLeft(folder)
    if (/^gone-replica-[0-9a-f-]{36}$/.test(name)) rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < maxTries; tries++) {
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

/**
 * Locks a folder. @returns undefined if another process holds the lock or has just removed the folder. @throws Error if
 * the folder cannot be locked
 */
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

/** Removes a folder. Renames it first, so that no other process locks it while it is being removed. */
function removeFolder(folder: string, lock: FileLock): void {
  if (existsSync(folder)) {
    const gone = join(dirname(folder), `gone-${basename(folder)}`)
    renameSync(folder, gone)
    rmSync(gone, { recursive: true, force: true })
  }
  lock.release()
}
