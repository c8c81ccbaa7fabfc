import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'
import type { Logger } from '../../log/logger.ts'
import type { BackupOutcome } from './make-backup.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

/** Storage for scheduled backups. Methods throw file system errors or StoreError. */
interface BackupFolder {
  /** Names of all files in the folder, not only of backups */
  names(): Promise<string[]>
  /** Returns the location of a backup with this name, to pass to `makeBackup` */
  placeOf(name: string): string
  remove(name: string): Promise<void>
  /** Acquires the lock that only one process can hold; undefined while another process holds it */
  lock(): Promise<FileLock | undefined>
}

/** @param place  a path, or `s3://BUCKET/FOLDER` */
export function openBackupFolder(config: Config, place: string): BackupFolder {
  const address = s3AddressOf(place)
  return address ? folderOfStore(config, address) : folderOfDisk(place)
}

function folderOfDisk(path: string): BackupFolder {
  return {
    names: () => readdir(path),
    placeOf: (name) => join(path, name),
    remove: (name) => rm(join(path, name)),
    lock: async () => {
      await mkdir(path, { recursive: true, mode: 0o700 })
      return takeFileLock(join(path, 'backup.lock'))
    },
  }
}

/** Object stores have no locks: the processes of one installation lock a file in their shared data folder instead. */
function folderOfStore(config: Config, { bucket, key }: S3Address): BackupFolder {
  const prefix = key === '' ? '' : key.replace(/\/*$/, '/')
  const store = openStore(config, bucket)
  return {
    names: async () => {
      const names = (await store.list(prefix)).map((found) => found.slice(prefix.length))
      return names.filter((name) => !name.includes('/'))
    },
    placeOf: (name) => `s3://${bucket}/${prefix}${name}`,
    remove: (name) => store.remove(prefix + name),
    lock: async () => takeFileLock(join(config.dataDir, 'backup.lock')),
  }
}

const hourMs = 3_600_000
/** Name of a scheduled backup: `kurs-2026-11-23T09-40-13Z.tar.gz` */
const ownName = /^kurs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/

export interface ScheduledBackups {
  /**
   * Makes a backup when the newest one is old enough, and removes the oldest beyond BACKUP_KEEP.
   * @throws when it fails
   */
  run(): Promise<void>
  /** Aborts an upload in progress, because an upload may take longer than a process has to stop. */
  stop(): void
}

/**
 * Schedules backups; undefined without `BACKUP_DIR`. If several processes share a folder, only one of them makes the
 * backup.
 */
export function scheduleBackups(
  config: Config,
  log: Pick<Logger, 'info'>,
  now: () => number = Date.now,
): ScheduledBackups | undefined {
  const { BACKUP_DIR: place, BACKUP_HOURS, BACKUP_KEEP } = config
  if (place === undefined) return undefined
  const folder = openBackupFolder(config, place)
  const stopping = new AbortController()
  let lookedAt = Number.POSITIVE_INFINITY
  let dueAt = Number.NEGATIVE_INFINITY
  const save = async () => {
    // Lists the backups rarely, because stores charge for each list request. After the clock was set back, `dueAt` is
    // not reliable.
    if (now() >= lookedAt && now() < dueAt) return
    lookedAt = now()
    const lock = await folder.lock()
    if (!lock) return
    try {
      const newest = await newestBackup(folder, now())
      dueAt = newest === undefined ? now() : newest + BACKUP_HOURS * hourMs
      if (now() < dueAt) return
      const file = folder.placeOf(`kurs-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
      // Import only when a backup is due: the packing code would slow down every start.
      const { makeBackup } = await import('./make-backup.ts')
      const options = { withoutHistory: config.BACKUP_WITHOUT_HISTORY, signal: stopping.signal }
      const outcome = await makeBackup(config, file, options)
      if (outcome.status !== 'made') throw new Error(`No backup was made as ${file}: ${reasonOf(outcome)}`)
      const { bytes, elsewhere } = outcome
      log.info('backup', { file, bytes, ...(elsewhere.length > 0 && { elsewhere: elsewhere.join(' ') }) })
      await removeOldest(folder, BACKUP_KEEP, now())
      dueAt = lookedAt + BACKUP_HOURS * hourMs
    } finally {
      lock.release()
    }
  }
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    run: async () => {
      // A failure is retried and reported once an hour, not at every check.
      if (Math.abs(now() - failedAt) < hourMs) return
      try {
        await save()
      } catch (error) {
        if (stopping.signal.aborted) return
        failedAt = now()
        throw error
      }
    },
    stop: () => stopping.abort(),
  }
}

function reasonOf(outcome: Exclude<BackupOutcome, { status: 'made' }>): string {
  switch (outcome.status) {
    case 'exists':
      return 'that file is there already'
    case 'no-folder':
      return 'its folder is gone'
    case 'elsewhere':
      return `${outcome.url} is on a server of its own`
    case 'nothing':
      return 'there are no databases yet'
    case 'no-room':
      return `${outcome.needed} bytes are needed and ${outcome.free} are free`
  }
}

/**
 * Returns the time of the newest backup by its name, ms UTC, ignoring backups with a future time; undefined if there is
 * none
 */
export async function newestBackup(folder: Pick<BackupFolder, 'names'>, now: number): Promise<number | undefined> {
  return (await namesIn(folder)).map(timeOf).findLast((time) => !isInFuture(time, now))
}

/** Returns whether a backup's time is invalid or in the future, because the clock was wrong when the backup was made */
function isInFuture(time: number, now: number): boolean {
  return !(time <= now + hourMs)
}

/** Returns the names of backups, oldest first */
async function namesIn(folder: Pick<BackupFolder, 'names'>): Promise<string[]> {
  return (await folder.names()).filter((name) => ownName.test(name)).sort()
}

function timeOf(name: string): number {
  const [date = '', time = ''] = name.slice('kurs-'.length, -'Z.tar.gz'.length).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}Z`)
}

/**
 * Removes the oldest backups. Backups with a future date are counted separately, so they never displace current ones.
 */
async function removeOldest(folder: BackupFolder, keeps: number, now: number): Promise<void> {
  const names = await namesIn(folder)
  const ahead = names.filter((name) => isInFuture(timeOf(name), now))
  const past = names.filter((name) => !ahead.includes(name))
  for (const name of [...past.slice(0, -keeps), ...ahead.slice(0, -keeps)]) await folder.remove(name)
}
