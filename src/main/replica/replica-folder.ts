import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'

export interface ReplicaFolder {
  path: string
  /** With all that is in it */
  remove(): void
}

/**
 * A folder of this process's own; those of processes that have ended go. A lock tells which: containers on one volume
 * count processes each for itself. @throws Error when it cannot be made
 */
export function makeReplicaFolder(dataDir: string): ReplicaFolder {
  for (const name of readdirSync(dataDir)) {
    const folder = join(dataDir, name)
    if (/^replica-[0-9a-f-]{36}$/.test(name)) removeIfLeft(folder)
  }
  const path = join(dataDir, `replica-${crypto.randomUUID()}`)
  mkdirSync(path, { mode: 0o700 })
  const lock = takeFileLock(lockIn(path))
  return { path, remove: () => removeFolder(path, lock) }
}

const lockIn = (folder: string) => join(folder, 'lock')

function removeIfLeft(folder: string): void {
  const lock = takeFileLock(lockIn(folder))
  if (lock) removeFolder(folder, lock)
}

function removeFolder(folder: string, lock: FileLock | undefined): void {
  lock?.release()
  rmSync(folder, { recursive: true, force: true })
}
