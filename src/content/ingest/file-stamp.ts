import { type BigIntStats, lstatSync } from 'node:fs'

/** Version of the ingest. Increase it when the same file gives different rows: every file is then read again. */
export const pipelineVersion = 27

/**
 * Stamp that identifies the version of a file without reading it. It cannot be forged by setting times, because the
 * system sets `ctime`.
 */
export type FileStamp = string

/**
 * Age after which the stamp of a file is reliable, ms: the coarsest time resolution of file systems. A later write
 * within this time could keep the same stamp.
 */
const settledAfter = 2000

/**
 * Returns the stamp of a file; undefined for a missing or non-regular file. Synchronous, because for thousands of files
 * asynchronous calls take ten times as long.
 */
export function stampOf(contentDir: string, file: string): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  return stats && printed(stats)
}

/** Returns the stamp of a file; also undefined while the file could still be written without a change of its stamp. */
export function settledStampOf(contentDir: string, file: string, now = Date.now()): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  if (!stats) return undefined
  const writtenAt = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs))
  return now - writtenAt > settledAfter ? printed(stats) : undefined
}

function statsOf(contentDir: string, file: string): BigIntStats | undefined {
  // The path is not built by `join`, which examines every character; there are thousands of files.
  const stats = lstatSync(`${contentDir}/${file}`, { bigint: true, throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}

function printed({ size, ino, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return [pipelineVersion, ino, size, mtimeNs, ctimeNs].join('-')
}
