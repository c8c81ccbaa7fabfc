import { existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'libsql'
import { extract } from 'tar'
import { countAccess, endAccess } from '../../auth/restored-access.ts'
import { holdRestored } from '../../broadcast/hold-restored.ts'
import type { Config } from '../../config.ts'
import { missingTables, pendingMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { openReadOnlyFile } from '../../db/read-only-file.ts'
import { fileOf, migrationProblem, placeOf, rootMessage } from '../data-problem.ts'
import { makeDataFolder } from '../databases.ts'
import { flush, removeOldDrafts, sumOf } from './backup-files.ts'
import { isSavedName, type Manifest, manifestName, manifestSchema, type SavedName, savedDatabases } from './manifest.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

type Unpacked =
  | { status: 'whole'; manifest: Manifest; files: SavedName[] }
  /** Reason of the refusal, as words that follow the file name in a message */
  | { status: 'refused'; reason: string }

/** Unpacks a backup into a folder and verifies every byte. @throws file system errors */
async function unpackBackup(file: string, folder: string): Promise<Unpacked> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path, entry) =>
        (path === manifestName || isSavedName(path)) && 'type' in entry && /^(Old)?File$/.test(String(entry.type)),
    })
  } catch (error) {
    if (isOfPlace(error)) throw 'path' in error ? error : Object.assign(error, { path: dirname(folder) })
    return refused(`cannot be read to its end (${rootMessage(error)}): it is cut off, damaged or no backup`)
  }
  const manifest = await readManifest(join(folder, manifestName))
  if (!manifest) return refused('is no backup that this release can read')
  const files = Object.keys(manifest.files).filter(isSavedName)
  for (const name of files) {
    const problem = await problemOf(join(folder, name), name, manifest)
    if (problem) return refused(problem)
  }
  return { status: 'whole', manifest, files }
}

/** Returns whether the place caused the error: a full disk or a missing permission is no fault of the backup. */
function isOfPlace(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)$/.test(String(error.code))
}

function refused(reason: string): Unpacked {
  return { status: 'refused', reason }
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  if (!existsSync(path)) return undefined
  try {
    return manifestSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function problemOf(path: string, name: SavedName, manifest: Manifest): Promise<string | undefined> {
  if (!existsSync(path)) return `lacks ${name}, which it says that it has`
  const [sum, said] = [await sumOf(path), manifest.files[name]]
  if (sum.sha256 !== said?.sha256) return `is damaged: ${name} is not what was saved`
  const database = savedDatabases.find((each) => name === `${each}.db`)
  if (!database) return undefined
  const opened = openReadOnlyFile(path)
  try {
    const damage = opened.damage()
    if (damage) return `holds a damaged ${name} (${damage})`
    const state = await pendingMigrations(opened, migrations[database])
    if (state.pending.length === migrations[database].length)
      return `has an unknown database as its ${name}: no release of Kurs made it`
    const missing = await missingTables(opened, migrations[database])
    if (missing.length > 0) return `lacks tables in its ${name}: ${missing.slice(0, 3).join(', ')}`
    return migrationProblem(`its ${name}`, database, state)
  } catch (error) {
    return `holds a ${name} that cannot be read (${rootMessage(error)})`
  } finally {
    opened.close()
  }
}

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
