import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No backup takes as long, ms */
const draftMs = 24 * 3_600_000

/** What killed processes have left behind: whole databases, and the secret. @returns their names */
export async function removeOldDrafts(folder: string, pattern: RegExp): Promise<string[]> {
  const removed: string[] = []
  for (const name of (await readdir(folder)).filter((each) => pattern.test(each))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs >= Date.now() - draftMs) continue
    await rm(path, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}

/** What the system has still in memory is on the disk then. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
