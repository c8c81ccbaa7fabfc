import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/client.ts'
import { listImages } from '../queries.ts'

/**
 * Time for which unused copies are kept, ms: pages cached by browsers and proxies may still show a picture for a while
 * after the texts stop using it.
 */
const keptFor = 24 * 60 * 60_000

/**
 * Whether a file in the folder may be removed: copies and originals of pictures beside the texts, named by
 * `createImageMaker`, and unfinished drafts
 */
const isOurs = (name: string) => /^[0-9a-f]{16}(-\d+\.webp|\.[a-z]+)$|\.part$/.test(name)

/**
 * Removes copies of pictures that no text has used for a day. The modification time of a file is its last known use.
 * @param now  ms UTC. @returns the names of the removed files
 */
export async function clearCopies(db: Db, imagesDir: string, now: number): Promise<string[]> {
  const found = await readdir(imagesDir).catch((): string[] => [])
  // The rows are read after the list of files, so that the list contains no files of pictures that were added later.
  const named = new Set((await listImages(db)).map(({ digest }) => digest))
  const gone: string[] = []
  for (const name of found.filter(isOurs)) {
    const path = join(imagesDir, name)
    const isNamed = named.has(name.slice(0, 16)) && !name.endsWith('.part')
    if (isNamed) await renewTime(path, now)
    else if (now - (await timeOf(path)) > keptFor) {
      await rm(path, { force: true })
      gone.push(name)
    }
  }
  return gone
}

/** Modification time of a file, ms; infinite for a missing file, so that it never counts as old. */
async function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
}

/** Age up to which the stored time is not renewed, ms, so that few files are written at each check */
const farEnough = 60 * 60_000

/** Marks a file as in use by updating its modification time. @param now  ms UTC. @returns whether the file exists */
export async function renewTime(path: string, now: number): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry) return false
  // Errors are ignored: in a read-only folder, files cannot be removed either.
  if (now - entry.mtimeMs > farEnough) await utimes(path, new Date(now), new Date(now)).catch(() => {})
  return true
}
