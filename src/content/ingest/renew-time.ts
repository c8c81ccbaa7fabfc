import { stat, utimes } from 'node:fs/promises'

/** ms: so much of a file's time may be wrong, for few files to be touched at each look */
const farEnough = 60 * 60_000

/** Has a file's time say that it is in use. @param now  ms UTC. @returns whether the file is there */
export async function renewTime(path: string, now: number): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined)
  if (!entry) return false
  // In a folder that cannot be written nothing is removed either.
  if (now - entry.mtimeMs > farEnough) await utimes(path, new Date(now), new Date(now)).catch(() => {})
  return true
}
