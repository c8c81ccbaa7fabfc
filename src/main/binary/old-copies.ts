import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Min age of copies that are removed: younger ones may be in use by a starting process, ms */
const youngMs = 3_600_000

/**
 * Removes driver copies that other releases left in a folder for this user, unless a process has one loaded: a new
 * thread of that process would load it again. Also removes drafts of killed processes.
 * @param kept  path of the current copy
 */
export function removeOldCopies(folder: string, kept: string): void {
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
