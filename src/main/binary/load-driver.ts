import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataError } from '../start-errors.ts'

/** Min age of driver copies that are removed, ms; a starting process may be using a younger copy */
const youngMs = 3_600_000

/**
 * Removes driver copies that other releases left in a folder for this user, unless a process has one loaded: a new
 * thread of that process would load it again. Also removes drafts of killed processes.
 * @param kept  path of the current copy
 */
function removeOldCopies(folder: string, kept: string): void {
  const user = process.getuid?.()
  const name = new RegExp(`^kurs-${user}-[0-9a-z]+\\.node(\\.[0-9a-f-]{36}\\.part)?$`)
  const paths = namesIn(folder).flatMap((found) => (name.test(found) ? [join(folder, found)] : []))
  const old = paths.filter((path) => {
    const file = path === kept ? undefined : lstatSync(path, { throwIfNoEntry: false })
    return file?.isFile() && file.uid === user && file.mtimeMs < Date.now() - youngMs
  })
  if (old.length === 0) return
  const used = loadedFiles()
  for (const path of old) {
    if (!used.has(path)) rmSync(path, { force: true })
  }
}

/**
 * Lists `.node` files mapped by this user's processes, see proc(5). Files of other users are neither visible nor
 * removed.
 */
function loadedFiles(): Set<string> {
  const files = new Set<string>()
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const [path] of mapsOf(pid).matchAll(/(?<= )\/.*\.node$/gm)) files.add(path)
  }
  return files
}

function mapsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch {
    // The process has ended since the folder was listed, or belongs to another user.
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder cannot be listed: treat it as empty.
    return []
  }
}

export interface EmbeddedDriver {
  /** Path of the driver inside the binary */
  embedded: string
  /** Hash of the driver's bytes; the name of the copy contains it, so that each release has its own copy */
  digest: string
  bytes: number
}

/** Folders for the copy, tried in order, because one may be full or mounted with noexec. */
const folders = () => [...new Set([tmpdir(), '/var/tmp', '/dev/shm'])]

/**
 * Loads the embedded native library from a copy in a temporary folder. Bun itself would read the whole library at
 * each start to find its copy, and keep those 9 MB in memory.
 * @throws DataError when no folder can hold a copy
 */
export function loadDriver(driver: EmbeddedDriver, load = loadLibrary, among = folders()): unknown {
  const faults: string[] = []
  for (const folder of among) {
    try {
      return load(copyOf(driver, folder))
    } catch (error) {
      faults.push(`${folder}: ${reasonOf(error)}`)
    }
  }
  try {
    // No folder could hold a copy, so let Bun try its own folders.
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

/**
 * Creates a copy of the driver or reuses it. @returns the path of a copy that only this user can have written. @throws
 * Error when it cannot be created
 */
export function copyOf({ embedded, digest, bytes }: EmbeddedDriver, folder: string): string {
  const user = process.getuid?.()
  const path = join(folder, `kurs-${user}-${digest}.node`)
  const found = lstatSync(path, { throwIfNoEntry: false })
  // Checks the owner and the mode: everybody can write to the folder, so another user may have created a file of this
  // name.
  const isOwn = found?.isFile() && found.uid === user && (found.mode & 0o777) === 0o600 && found.size === bytes
  if (isOwn) return path
  // Removes old copies before the new copy needs the space. Old copies exist only when a new release makes its copy.
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
