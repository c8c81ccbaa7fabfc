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
import { type Manifest, type SavedName, savedDatabases } from './manifest.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'
import { unpackBackup } from './unpack-backup.ts'

export type RestoreOutcome =
  | {
      status: 'restored'
      manifest: Manifest
      files: SavedName[]
      aside: string[]
      /** Number of broadcasts and series that the restore has paused */
      paused: number
      /** Number of sessions, one-time links and API tokens that became valid again, or that the restore has ended */
      access: number
    }
  /** The installation already has a database. */
  | { status: 'occupied'; path: string }
  /** A process has a database file open. */
  | { status: 'in-use'; path: string }
  | { status: 'elsewhere'; url: string }
  /** The backup file does not exist. `newest` is a backup beside it in the store, to suggest instead. */
  | { status: 'unreadable'; newest?: string | undefined }
  | { status: 'refused'; reason: string }

export interface RestoreOptions {
  /** Moves existing files aside, e.g. to `app.db.replaced-2026-11-23T09-40-13.000Z` */
  replaces: boolean
  /** Ends sessions, links and tokens: some of them may have been revoked since the backup. */
  endsAccess?: boolean
}

/**
 * Restores a backup. Verifies every byte of it before changing anything.
 * @param file  a path, or `s3://BUCKET/KEY`
 * @throws file system errors or StoreError
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
    const settled = files.includes('app.db') ? settle(join(folder, 'app.db'), endsAccess) : { paused: 0, access: 0 }
    const wanted = places.filter(([name]) => files.includes(name))
    for (const [name, path] of wanted) await stageBeside(join(folder, name), stagingPath(path, folder))
    // Checks again: verifying every byte takes time, and a server may have been started meanwhile.
    const foundLater = obstacle()
    if (foundLater) return foundLater
    const aside: string[] = []
    for (const [, path] of wanted) {
      if (['', ...logs].some((suffix) => existsSync(path + suffix))) aside.push(await moveAside(path))
      await rename(stagingPath(path, folder), path)
    }
    return { status: 'restored', manifest, files, aside, ...settled }
  } finally {
    for (const [, path] of places) await rm(stagingPath(path, folder), { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

function obstacleTo(databases: [name: SavedName, path: string][], replaces: boolean): RestoreOutcome | undefined {
  const [occupied] = databases
  if (occupied && !replaces) return { status: 'occupied', path: occupied[1] }
  const used = databases.find(([, path]) => isInUse(path))
  return used && { status: 'in-use', path: used[1] }
}

function settle(path: string, endsAccess: boolean): { paused: number; access: number } {
  const connection = new Database(path)
  try {
    const paused = holdRestored(connection, Date.now())
    return { paused, access: endsAccess ? endAccess(connection) : countAccess(connection) }
  } finally {
    connection.close()
  }
}

/** @param folder  a folder with a unique name, which becomes the suffix */
const stagingPath = (path: string, folder: string) => path + basename(folder)

/**
 * Moves the file to the disk of its destination before anything changes: a database may be on another disk than the
 * data folder.
 */
async function stageBeside(from: string, to: string): Promise<void> {
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
 * Moves a database aside together with its WAL. SQLite would otherwise apply a WAL left by a killed process to whatever
 * database gets that name next. Files moved aside earlier are kept, since a restore may be interrupted. The original
 * name stays in place until the new file replaces it: a process started meanwhile (e.g. after a power cut) would
 * otherwise begin an empty site.
 */
async function moveAside(path: string): Promise<string> {
  const name = `${path}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  // Not every file system supports hard links.
  if (existsSync(path)) await link(path, name).catch(() => rename(path, name))
  for (const suffix of logs) if (existsSync(path + suffix)) await rename(path + suffix, name + suffix)
  return name
}

/** SQLite grants an exclusive lock only if no other process has the file open. */
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

/** Downloads a backup. @returns false if the object does not exist. @throws file system errors or StoreError */
async function fetchBackup(config: Config, { bucket, key }: S3Address, to: string): Promise<boolean> {
  if (key === '' || key.endsWith('/')) return false
  try {
    return await openStore(config, bucket).download(key, to)
  } catch (error) {
    // Adds the path, which Bun's error lacks.
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path: dirname(dirname(to)) }) : error
  }
}

/** Last backup by name in the folder of the given key */
async function newestBeside(config: Config, { bucket, key }: S3Address): Promise<string | undefined> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const newest = (await openStore(config, bucket).list(folder)).findLast((found) => found.endsWith('.tar.gz'))
  return newest && `s3://${bucket}/${newest}`
}
