import { randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataError } from '../data-error.ts'
import { removeOldCopies } from './old-copies.ts'

export interface CarriedDriver {
  /** Its path inside the binary */
  embedded: string
  /** Of its bytes, in its name: another release has another copy */
  digest: string
  bytes: number
}

/** Where a copy may lie: the first may be full, or not be there to run anything from. */
const folders = () => [...new Set([tmpdir(), '/var/tmp', '/dev/shm'])]

/**
 * Loads the native library that a binary carries from a copy in a folder for temporary files. Bun would read all of the
 * carried one at each start to find the copy that it has made, and what was read stays in memory: 9 MB.
 * @throws DataError when no folder can have a copy
 */
export function loadDriver(driver: CarriedDriver, load = loadLibrary, among = folders()): unknown {
  const faults: string[] = []
  for (const folder of among) {
    try {
      return load(copyOf(driver, folder))
    } catch (error) {
      faults.push(`${folder}: ${reasonOf(error)}`)
    }
  }
  try {
    // Bun has other folders to try.
    return load(driver.embedded)
  } catch (error) {
    const megabytes = Math.ceil(driver.bytes / 1024 / 1024)
    throw new DataError(
      `The database driver needs ${megabytes} MB in a folder for temporary files from which programs may be loaded:\n` +
        `${faults.map((fault) => `  ${fault}\n`).join('')}Free some space there, or name another folder with TMPDIR.`,
      { cause: error },
    )
  }
}

/** @returns the path of a copy that only this user can have made. @throws Error when there can be none */
export function copyOf({ embedded, digest, bytes }: CarriedDriver, folder: string): string {
  const user = process.getuid?.()
  const path = join(folder, `kurs-${user}-${digest}.node`)
  const found = lstatSync(path, { throwIfNoEntry: false })
  // Anybody may write to the folder: somebody else's file under this name is none of ours.
  const isOwn = found?.isFile() && found.uid === user && (found.mode & 0o777) === 0o600 && found.size === bytes
  if (isOwn) return path
  // Before a new one needs the room: only a new release has others behind it.
  removeOldCopies(folder, path)
  const draft = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(draft, readFileSync(embedded), { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}

function loadLibrary(path: string): unknown {
  const loaded = { exports: {} }
  process.dlopen(loaded, path)
  return loaded.exports
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  return error instanceof Error ? error.message : String(error)
}
