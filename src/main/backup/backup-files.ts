import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Max duration of a backup, ms */
const draftMs = 24 * 3_600_000

/**
 * Removes drafts that killed processes left behind: they contain whole databases and the secret.
 * @returns their names
 */
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

/** Writes a file's data that is still in the system's cache to the disk (fsync). */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function sumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}
