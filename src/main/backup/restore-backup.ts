import { existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'libsql'
import { countAccess, endAccess } from '../../auth/restored-access.ts'
import { holdRestored } from '../../broadcast/hold-restored.ts'
import type { Config } from '../../config.ts'
import { fileOf, placeOf } from '../data-problem.ts'
import { makeDataFolder } from '../databases.ts'
import { flush, removeOldDrafts } from './disk.ts'
import { fetchBackup, newestBeside } from './fetch-backup.ts'
import { type Manifest, type SavedName, savedDatabases } from './manifest.ts'
import { s3AddressOf } from './s3-store.ts'
import { unpackBackup } from './unpack-backup.ts'

export type RestoreOutcome =
  | {
      status: 'restored'
      manifest: Manifest
      files: SavedName[]
      aside: string[]
      /** Broadcasts and series that stand still now */
      held: number
      /** Sessions, one-time links and API tokens that are valid again, or have ended */
      access: number
    }
  /** There is data already. */
  | { status: 'occupied'; path: string }
  /** A process works with it. */
  | { status: 'in-use'; path: string }
  | { status: 'elsewhere'; url: string }
  /** There is no such file. `newest` is one beside it in a store, to name instead. */
  | { status: 'unreadable'; newest?: string | undefined }
  | { status: 'refused'; reason: string }

export interface RestoreOptions {
  /** Puts what is there aside, as `app.db.replaced-2026-11-23T09-40-13.000Z` */
  replaces: boolean
  /** What opens an account without a password goes: some of it may have been ended since the backup. */
  endsAccess?: boolean
}

/**
 * Looks at every byte of a backup before it changes anything.
 * @param file  a path, or `s3://BUCKET/KEY`
 * @throws what the disk says, or StoreError
 */
export async function restoreBackup(
  config: Config,
  file: string,
  { replaces, endsAccess = false }: RestoreOptions,
): Promise<RestoreOutcome> {
  const address = s3AddressOf(file)
  if (!address && !existsSync(file)) return { status: 'unreadable' }
  const places: [name: SavedName, path: string][] = [['secret', join(config.dataDir, 'secret')]]
  for (const name of savedDatabases) {
    const path = fileOf(config, name)
    if (path) places.push([`${name}.db`, path])
  }
  const obstacle = () =>
    obstacleTo(
      places.filter(([name, path]) => name !== 'secret' && existsSync(path)),
      replaces,
    )
  const found = obstacle()
  if (found) return found
  await makeDataFolder(config)
  for (const left of await removeOldDrafts(config.dataDir, /^\.restore-/)) {
    for (const [, path] of places) await rm(path + left, { force: true })
  }
  const folder = await mkdtemp(join(config.dataDir, '.restore-'))
  try {
    const packed = address ? join(folder, 'packed') : file
    if (address && !(await fetchBackup(config, address, packed)))
      return { status: 'unreadable', newest: await newestBeside(config, address) }
    const unpacked = await unpackBackup(packed, folder)
    if (unpacked.status === 'refused') return unpacked
    const { manifest, files } = unpacked
    const homeless = savedDatabases.find((name) => files.includes(`${name}.db`) && !fileOf(config, name))
    if (homeless) return { status: 'elsewhere', url: placeOf(config, homeless) }
    const settled = files.includes('app.db') ? settle(join(folder, 'app.db'), endsAccess) : { held: 0, access: 0 }
    const wanted = places.filter(([name]) => files.includes(name))
    for (const [name, path] of wanted) await bringNear(join(folder, name), nearTo(path, folder))
    // Looking at every byte takes its time, in which somebody may have started a server.
    const foundLater = obstacle()
    if (foundLater) return foundLater
    const aside: string[] = []
    for (const [, path] of wanted) {
      if (['', ...logs].some((suffix) => existsSync(path + suffix))) aside.push(await putAside(path))
      await rename(nearTo(path, folder), path)
    }
    return { status: 'restored', manifest, files, aside, ...settled }
  } finally {
    for (const [, path] of places) await rm(nearTo(path, folder), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

function obstacleTo(databases: [name: SavedName, path: string][], replaces: boolean): RestoreOutcome | undefined {
  const [occupied] = databases
  if (occupied && !replaces) return { status: 'occupied', path: occupied[1] }
  const used = databases.find(([, path]) => isInUse(path))
  return used && { status: 'in-use', path: used[1] }
}

function settle(path: string, endsAccess: boolean): { held: number; access: number } {
  const connection = new Database(path)
  try {
    const held = holdRestored(connection, Date.now())
    return { held, access: endsAccess ? endAccess(connection) : countAccess(connection) }
  } finally {
    connection.close()
  }
}

/** @param folder  whose name nothing else has */
const nearTo = (path: string, folder: string) => path + basename(folder)

/** Onto the disk on which it is wanted, before anything changes: a database may be on another than the data folder. */
async function bringNear(from: string, to: string): Promise<void> {
  await makeDataFolder({ dataDir: dirname(to) })
  await rename(from, to).catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(from, to)
  })
  await chmod(to, 0o600)
  await flush(to)
}

const logs = ['-wal', '-shm']

/**
 * With its log, which a killed process has left: SQLite would write it into whatever database comes to bear that name.
 * What was put aside before stays, too: a restore may be broken off. Its own name stays until another takes it: whoever
 * starts meanwhile, as after a power cut, would begin an empty site.
 */
async function putAside(path: string): Promise<string> {
  const name = `${path}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  // Not every disk gives a file two names.
  if (existsSync(path)) await link(path, name).catch(() => rename(path, name))
  for (const suffix of logs) if (existsSync(path + suffix)) await rename(path + suffix, name + suffix)
  return name
}

/** Nobody gets a file for himself while another process has it open. */
function isInUse(path: string): boolean {
  const connection = new Database(path)
  try {
    connection.exec('pragma busy_timeout = 0')
    connection.exec('pragma locking_mode = exclusive')
    connection.exec('begin exclusive')
    connection.exec('rollback')
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
  } finally {
    connection.close()
  }
}
