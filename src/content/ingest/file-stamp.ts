import { type BigIntStats, lstatSync } from 'node:fs'
import { pipelineVersion } from './pipeline-version.ts'

/** Says whether a file is the one that was read, without reading it. Its times cannot be set back: `ctime` is the system's. */
export type FileStamp = string

/** ms: file systems tell times so coarsely at worst. What was written just before may be written again unnoticed. */
const settledAfter = 2000

/** Undefined for what is no file, or is gone. In this thread: on others thousands of files cost ten times as much. */
export function stampOf(contentDir: string, file: string): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  return stats && printed(stats)
}

/** Undefined also while it may yet be written without another stamp. */
export function settledStampOf(contentDir: string, file: string, now = Date.now()): FileStamp | undefined {
  const stats = statsOf(contentDir, file)
  if (!stats) return undefined
  const writtenAt = Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs))
  return now - writtenAt > settledAfter ? printed(stats) : undefined
}

function statsOf(contentDir: string, file: string): BigIntStats | undefined {
  // `join` looks at each character of it, of thousands.
  const stats = lstatSync(`${contentDir}/${file}`, { bigint: true, throwIfNoEntry: false })
  return stats?.isFile() ? stats : undefined
}

function printed({ size, ino, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return [pipelineVersion, ino, size, mtimeNs, ctimeNs].join('-')
}
