import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import Database from 'libsql/promise'
import { create } from 'tar'
import manifest from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { fileOf, placeOf } from '../data-problem.ts'
import { flush, removeOldDrafts, sumOf } from './backup-files.ts'
import { historyDatabase, type Manifest, manifestName, type SavedName, savedDatabases } from './manifest.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

/** Disk space that stays free for other processes during the backup, bytes */
const minFree = 32 * 1024 * 1024

/** Max bytes read from a file at once */
const maxReadSize = 1024 * 1024

export type BackupOutcome =
  /** `elsewhere`: databases on servers of their own, not included. `without`: databases left out on purpose. */
  | { status: 'made'; bytes: number; files: SavedName[]; elsewhere: string[]; without: SavedName[] }
  | TargetObstacle
  /** All databases are on servers of their own, none is local. */
  | { status: 'elsewhere'; url: string }
  | { status: 'nothing' }
  /** The disk lacks space for the backup. Sizes in bytes */
  | { status: 'no-room'; folder: string; needed: number; free: number }

export interface BackupOptions {
  /** Leaves out prices: a restored server fetches them again */
  withoutHistory?: boolean | undefined
  /** Aborts the backup between two parts of an upload. @throws the signal's reason */
  signal?: AbortSignal | undefined
}

type SavedDatabase = (typeof savedDatabases)[number]

/**
 * Writes one file with a consistent snapshot of each database, while other processes keep writing to them, and with the
 * secret, without which the databases are useless. The file appears whole or not at all.
 * @param to  a path, or `s3://BUCKET/KEY`
 * @throws file system errors or StoreError
 */
export async function makeBackup(
  config: Config,
  to: string,
  { withoutHistory = false, signal }: BackupOptions = {},
): Promise<BackupOutcome> {
  const target = openTarget(config, to)
  const obstacle = await target.obstacle()
  if (obstacle) return obstacle
  const { draftFolder: drafts } = target
  if (!existsSync(drafts)) return { status: 'nothing' }
  const names = savedDatabases.filter((name) => !(withoutHistory && name === historyDatabase))
  const without: SavedName[] = withoutHistory ? [`${historyDatabase}.db`] : []
  const elsewhere = names.filter((name) => !fileOf(config, name)).map((name) => placeOf(config, name))
  const room = await roomFor(config, names, drafts)
  if (room.free < room.needed) return { status: 'no-room', folder: drafts, ...room }
  await removeOldDrafts(drafts, /^\..+\.[0-9a-f-]{36}\.part$/)
  const draft = join(drafts, `.${basename(to)}.${randomUUID()}.part`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const files = await gather(config, names, draft)
    const [url] = elsewhere
    if (files.length === 0) return url === undefined ? { status: 'nothing' } : { status: 'elsewhere', url }
    await writeManifest(draft, files, without)
    const packed = join(draft, 'packed')
    await pack(draft, [manifestName, ...files], packed)
    const bytes = Bun.file(packed).size
    await target.put(packed, signal)
    return { status: 'made', bytes, files, elsewhere, without }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Checks the disk space. A database is copied, then packed: up to twice its size when compression saves nothing. */
async function roomFor(
  config: Config,
  names: readonly SavedDatabase[],
  folder: string,
): Promise<{ needed: number; free: number }> {
  const paths = names.flatMap((name) => fileOf(config, name) ?? [])
  const bytes = paths.flatMap((path) => [path, `${path}-wal`]).map((path) => Bun.file(path).size)
  const { bavail, bsize } = await statfs(folder)
  return { needed: minFree + 2 * bytes.reduce((sum, size) => sum + size, 0), free: bavail * bsize }
}

async function gather(config: Config, names: readonly SavedDatabase[], folder: string): Promise<SavedName[]> {
  const gathered: SavedName[] = []
  for (const name of names) {
    const path = fileOf(config, name)
    if (!path || !existsSync(path)) continue
    await copyDatabase(path, join(folder, `${name}.db`))
    gathered.push(`${name}.db`)
  }
  const secret = join(config.dataDir, 'secret')
  if (gathered.length > 0 && existsSync(secret)) {
    await copyFile(secret, join(folder, 'secret'))
    gathered.push('secret')
  }
  return gathered
}

/**
 * Copies a consistent snapshot without its WAL, on a separate thread; writers do not wait.
 * https://www.sqlite.org/lang_vacuum.html
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new Database(from, {})
  try {
    await database.exec('pragma busy_timeout = 5000')
    await database.exec(`vacuum main into '${to.replaceAll("'", "''")}'`)
  } finally {
    database.close()
  }
}

/** Compresses on threads: tar's own gzip would block the main thread for each chunk, up to a second. */
async function pack(folder: string, names: string[], to: string): Promise<void> {
  const files = create({ cwd: folder, portable: true, maxReadSize }, names)
  await pipeline(files, createGzip({ level: 1 }), createWriteStream(to, { mode: 0o600 }))
  await flush(to)
}

async function writeManifest(folder: string, files: readonly SavedName[], without: SavedName[]): Promise<void> {
  const sums = await Promise.all(files.map(async (name) => [name, await sumOf(join(folder, name))] as const))
  const written: Manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    release: manifest.version,
    files: Object.fromEntries(sums),
    ...(without.length > 0 && { without }),
  }
  await writeFile(join(folder, manifestName), `${JSON.stringify(written, undefined, 2)}\n`)
}

type TargetObstacle =
  /** A file with the name of the backup exists already. */
  { status: 'exists' } | { status: 'no-folder' }

/** Destination of one backup. Methods throw file system errors or StoreError. */
interface BackupTarget {
  /** Folder where the backup is prepared before it is put in place */
  draftFolder: string
  obstacle(): Promise<TargetObstacle | undefined>
  /** Atomic: the whole file appears, or nothing */
  put(packed: string, signal: AbortSignal | undefined): Promise<void>
}

/** @param place  a path, or `s3://BUCKET/KEY` */
function openTarget(config: Config, place: string): BackupTarget {
  const address = s3AddressOf(place)
  return address ? targetInStore(config, address) : targetOnDisk(resolve(place))
}

function targetOnDisk(file: string): BackupTarget {
  const draftFolder = dirname(file)
  return {
    draftFolder,
    obstacle: async () => {
      if (existsSync(file)) return { status: 'exists' }
      return existsSync(draftFolder) ? undefined : { status: 'no-folder' }
    },
    // `link` fails if a file of that name was created in the meantime, so that file is never overwritten.
    put: (packed) => link(packed, file),
  }
}

function targetInStore(config: Config, { bucket, key }: S3Address): BackupTarget {
  const store = openStore(config, bucket)
  return {
    draftFolder: config.dataDir,
    obstacle: async () => ((await store.has(key)) ? { status: 'exists' } : undefined),
    put: (packed, signal) => store.upload(packed, key, signal),
  }
}
