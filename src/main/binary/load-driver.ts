import { randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CarriedDriver {
  /** Its path inside the binary */
  embedded: string
  /** Of its bytes, in its name: another release has another copy */
  digest: string
  bytes: number
}

/**
 * Loads the native library that a binary carries from a copy in the folder for temporary files. Bun would read all of the
 * carried one at each start to find the copy that it has made, and what was read stays in memory: 9 MB.
 */
export function loadDriver(driver: CarriedDriver): unknown {
  try {
    return load(copyOf(driver, tmpdir()))
  } catch {
    // Without room, or where nothing there may be run: Bun has other folders to try.
    return load(driver.embedded)
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
  const draft = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(draft, readFileSync(embedded), { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}

function load(path: string): unknown {
  const loaded = { exports: {} }
  process.dlopen(loaded, path)
  return loaded.exports
}
