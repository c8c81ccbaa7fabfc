import { stat, utimes } from 'node:fs/promises'

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
