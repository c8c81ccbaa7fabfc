import { type BigIntStats, lstatSync } from 'node:fs'
import { pipelineVersion } from './pipeline-version.ts'

/**
 * Identifies the version of a file without reading it. Cannot be forged by setting times: `ctime` is set by the system.
 */
export type FileStamp = string

/** ms: the coarsest time resolution of file systems. A later write within it could keep the same stamp. */
const settledAfter = 2000

/**
 * Undefined for a missing or non-regular file. Synchronous, because for thousands of files asynchronous calls take ten
 * times as long.
 */
export function stampOf(contentDir: string, file: string): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  return stats && printed(stats)
}

/** Also undefined while the file could still be written without changing its stamp. */
export function settledStampOf(contentDir: string, file: string, now = Date.now()): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  if (!stats) return undefined
  const writtenAt = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs))
  return now - writtenAt > settledAfter ? printed(stats) : undefined
}

function statsOf(contentDir: string, file: string): BigIntStats | undefined {
  // Not `join`, which examines every character; there are thousands of files.
  const stats = lstatSync(`${contentDir}/${file}`, { bigint: true, throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}

function printed({ size, ino, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return [pipelineVersion, ino, size, mtimeNs, ctimeNs].join('-')
}
