import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Younger ones stay: they are being written, or about to be loaded, ms */
const youngMs = 3_600_000

/**
 * Removes copies of the driver that this user's other releases have left in a folder, unless a process has one loaded: a
 * thread that it starts would load it again. Drafts of processes that were killed leave too.
 * @param kept  path of the copy that is wanted
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

/** What processes of this user have mapped; see proc(5). What others have is not to be seen, nor theirs to lose. */
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
    // Ended since the folder was listed, or somebody else's.
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // What cannot be listed has nothing to be removed.
    return []
  }
}
