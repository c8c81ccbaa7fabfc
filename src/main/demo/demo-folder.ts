import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type DemoMark, madeFiles, markName } from './demo-mark.ts'

type Folder = Pick<Config, 'dataDir'>

/** Where an example is made, until it is whole */
const asideName = '.demo'

/** What a start makes by itself, and what file systems have: an example may be beside it. */
const harmless =
  /^(assets|images|server|prepared.*|content-.*|content\.db.*|secret|(feed|setup)\.lock.*|events\.sock|lost\+found|\.demo)$/

const lockName = 'feed.lock'
const logs = ['-wal', '-shm']

/** Names of what somebody would miss */
export function contentsOf({ dataDir }: Folder): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).filter((name) => !harmless.test(name))
}

/** Whether a run of `demo`, or of its removal, was cut off before its end. */
export function isCutOff({ dataDir }: Folder): boolean {
  return existsSync(join(dataDir, markName)) && !existsSync(join(dataDir, 'app.db'))
}

export interface Aside {
  /** Of the folder that is filled */
  config: Config
  /** What is to be moved in from there */
  files: DemoMark['files']
}

/** A new folder within, without anything of a run before. A secret that is there already goes on. */
export async function openAside(config: Config): Promise<Aside> {
  const dataDir = join(config.dataDir, asideName)
  dropAside(config)
  await mkdir(dataDir, { mode: 0o700 })
  const secret = join(config.dataDir, 'secret')
  const hasSecret = existsSync(secret)
  if (hasSecret) copyFileSync(secret, join(dataDir, 'secret'))
  const isMade = config.SECRET === undefined && !hasSecret
  const database = (name: string) => ({ url: `file:${join(dataDir, `${name}.db`)}` })
  const databases = { app: database('app'), content: database('content'), market: database('market') }
  return { config: { ...config, dataDir, databases }, files: madeFiles.filter((name) => name !== 'secret' || isMade) }
}

export function dropAside({ dataDir }: Folder): void {
  rmSync(join(dataDir, asideName), { recursive: true, force: true })
}

/** @throws Error when a database of it is not whole without its log */
export function publishAside({ dataDir }: Folder, files: DemoMark['files']): void {
  const aside = join(dataDir, asideName)
  for (const name of files) {
    const log = statSync(join(aside, `${name}-wal`), { throwIfNoEntry: false })
    if (log && log.size > 0) throw new Error(`${join(aside, name)} has a log that was not moved into it`)
  }
  for (const name of files) renameSync(join(aside, name), join(dataDir, name))
}

/** The mark goes last: a removal that was cut off can be repeated. @param files  in the order that they were moved in */
export function removeMade({ dataDir }: Folder, files: DemoMark['files']): void {
  for (const name of files.toReversed()) {
    for (const file of [name, ...logs.map((suffix) => name + suffix)]) rmSync(join(dataDir, file), { force: true })
  }
}

/** The lock of a folder that has nothing else is of use to nobody. */
export function dropLoneLock({ dataDir }: Folder): void {
  const names = readdirSync(dataDir)
  if (names.some((name) => !name.startsWith(lockName))) return
  for (const name of names) rmSync(join(dataDir, name), { force: true })
}
