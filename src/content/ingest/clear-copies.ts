import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/client.ts'
import { listImages } from '../queries.ts'
import { renewTime } from './renew-time.ts'

/** ms: pages that browsers and proxies keep show a picture for a while after the texts have let it go. */
const keptFor = 24 * 60 * 60_000

/** Copies and originals beside the texts, as `createImageMaker` names them, and drafts that nobody has finished */
const isOurs = (name: string) => /^[0-9a-f]{16}(-\d+\.webp|\.[a-z]+)$|\.part$/.test(name)

/**
 * Removes what no picture of the texts has been named by for a day: a file's time says when one last was.
 * @param now  ms UTC. @returns the names of what is gone
 */
export async function clearCopies(db: Db, imagesDir: string, now: number): Promise<string[]> {
  const found = await readdir(imagesDir).catch((): string[] => [])
  // Read after the files: what has come since is not among them.
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

/** What is not there any more is of no time that is over. */
async function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
}
