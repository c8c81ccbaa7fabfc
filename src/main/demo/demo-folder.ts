import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type DemoMark, madeFiles, markName } from './demo-mark.ts'

type Folder = Pick<Config, 'dataDir'>

/** Name of the folder in which the demo data is prepared before it is moved into the data folder */
const stagingName = '.demo'

/** Names of files that a start or the file system creates by itself: demo data may be put beside them. */
const harmless =
  /^(assets|images|server|prepared.*|content-.*|content\.db.*|secret|(feed|setup)\.lock.*|events\.sock|lost\+found|\.demo)$/

const lockName = 'feed.lock'
const logs = ['-wal', '-shm']

/** Returns the names of files that `harmless` does not cover */
export function contentsOf({ dataDir }: Folder): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).filter((name) => !harmless.test(name))
}

/** Returns whether a run of `demo` or of its removal was interrupted. */
export function isInterrupted({ dataDir }: Folder): boolean {
  return existsSync(join(dataDir, markName)) && !existsSync(join(dataDir, 'app.db'))
}

export interface StagingFolder {
  /** Configuration whose data folder is the staging folder */
  config: Config
  /** Files to move into the data folder */
  files: DemoMark['files']
}

/** Creates an empty folder within the data folder. Copies an existing secret, so that it stays in use. */
export async function openStaging(config: Config): Promise<StagingFolder> {
  const dataDir = join(config.dataDir, stagingName)
  removeStaging(config)
  await mkdir(dataDir, { mode: 0o700 })
  const secret = join(config.dataDir, 'secret')
  const hasSecret = existsSync(secret)
  if (hasSecret) copyFileSync(secret, join(dataDir, 'secret'))
  const isMade = config.SECRET === undefined && !hasSecret
  const database = (name: string) => ({ url: `file:${join(dataDir, `${name}.db`)}` })
  const databases = { app: database('app'), content: database('content'), market: database('market') }
  return { config: { ...config, dataDir, databases }, files: madeFiles.filter((name) => name !== 'secret' || isMade) }
}

export function removeStaging({ dataDir }: Folder): void {
  rmSync(join(dataDir, stagingName), { recursive: true, force: true })
}

/**
 * Moves the prepared files into the data folder. @throws Error when a database still has data in its WAL, which is not
 * moved
 */
export function publishStaging({ dataDir }: Folder, files: DemoMark['files']): void {
  const aside = join(dataDir, stagingName)
  for (const name of files) {
    const log = statSync(join(aside, `${name}-wal`), { throwIfNoEntry: false })
    if (log && log.size > 0) throw new Error(`${join(aside, name)} has a log that was not moved into it`)
  }
  for (const name of files) renameSync(join(aside, name), join(dataDir, name))
}

/**
 * Removes the demo files in reverse order, the mark last, so that an interrupted removal can be repeated. @param files
 * in the order in which they were moved in
 */
export function removeMade({ dataDir }: Folder, files: DemoMark['files']): void {
  for (const name of files.toReversed()) {
    for (const file of [name, ...logs.map((suffix) => name + suffix)]) rmSync(join(dataDir, file), { force: true })
  }
}

/** Removes the lock file if the folder contains nothing else. */
export function dropLoneLock({ dataDir }: Folder): void {
  const names = readdirSync(dataDir)
  if (names.some((name) => !name.startsWith(lockName))) return
  for (const name of names) rmSync(join(dataDir, name), { force: true })
}
