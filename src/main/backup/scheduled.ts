import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { takeFileLock } from '../../db/file-lock.ts'
import type { Logger } from '../../log/logger.ts'
import type { BackupOutcome } from './make-backup.ts'

const hourMs = 3_600_000
/** `kurs-2026-11-23T09-40-13Z.tar.gz` */
const ownName = /^kurs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/

export interface ScheduledBackups {
  /** Saves when the newest file is old enough, and removes the oldest beyond those that are kept. @throws why it did not */
  run(): Promise<void>
}

/** Undefined without `BACKUP_DIR`. However many processes share a folder, one of them saves. */
export function scheduleBackups(
  config: Config,
  log: Pick<Logger, 'info'>,
  now: () => number = Date.now,
): ScheduledBackups | undefined {
  const { BACKUP_DIR: folder, BACKUP_HOURS, BACKUP_KEEP } = config
  if (folder === undefined) return undefined
  const save = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const lock = takeFileLock(join(folder, 'backup.lock'))
    if (!lock) return
    try {
      const newest = await newestBackup(folder, now())
      if (newest !== undefined && now() - newest < BACKUP_HOURS * hourMs) return
      const file = join(folder, `kurs-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
      // Not before there is something to pack: what packs would cost every start.
      const { makeBackup } = await import('./make-backup.ts')
      const outcome = await makeBackup(config, file, { withoutHistory: config.BACKUP_WITHOUT_HISTORY })
      if (outcome.status !== 'made') throw new Error(`No backup was made as ${file}: ${reasonOf(outcome)}`)
      const { bytes, elsewhere } = outcome
      log.info('backup', { file, bytes, ...(elsewhere.length > 0 && { elsewhere: elsewhere.join(' ') }) })
      await removeOldest(folder, BACKUP_KEEP, now())
    } finally {
      lock.release()
    }
  }
  let failedAt = Number.NEGATIVE_INFINITY
  return {
    run: async () => {
      // Told once an hour, not with every look.
      if (Math.abs(now() - failedAt) < hourMs) return
      try {
        await save()
      } catch (error) {
        failedAt = now()
        throw error
      }
    },
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

/** ms UTC, as its name says, but none that is still to come; undefined when there is none. */
export async function newestBackup(folder: string, now: number): Promise<number | undefined> {
  return (await namesIn(folder)).map(timeOf).findLast((time) => !isToCome(time, now))
}

/** As a clock that went wrong has called it, or a time that there is not */
function isToCome(time: number, now: number): boolean {
  return !(time <= now + hourMs)
}

/** Oldest first */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ownName.test(name)).sort()
}

function timeOf(name: string): number {
  const [date = '', time = ''] = name.slice('kurs-'.length, -'Z.tar.gz'.length).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}Z`)
}

/** Those that are still to come are no newer than the others: they push out their own kind. */
async function removeOldest(folder: string, keeps: number, now: number): Promise<void> {
  const names = await namesIn(folder)
  const ahead = names.filter((name) => isToCome(timeOf(name), now))
  const past = names.filter((name) => !ahead.includes(name))
  for (const name of [...past.slice(0, -keeps), ...ahead.slice(0, -keeps)]) await rm(join(folder, name))
}
