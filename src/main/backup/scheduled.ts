import type { Config } from '../../config.ts'
import type { Logger } from '../../log/logger.ts'
import { type BackupFolder, openBackupFolder } from './backup-folder.ts'
import type { BackupOutcome } from './make-backup.ts'

const hourMs = 3_600_000
/** `kurs-2026-11-23T09-40-13Z.tar.gz` */
const ownName = /^kurs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/

export interface ScheduledBackups {
  /** Saves when the newest file is old enough, and removes the oldest beyond those that are kept. @throws why it did not */
  run(): Promise<void>
  /** Breaks off a run that uploads: it may take longer than a stopping process has. */
  stop(): void
}

/** Undefined without `BACKUP_DIR`. However many processes share a folder, one of them saves. */
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
    // Stores charge for every list. A clock that was set back says nothing of what is due.
    if (now() >= lookedAt && now() < dueAt) return
    lookedAt = now()
    const lock = await folder.lock()
    if (!lock) return
    try {
      const newest = await newestBackup(folder, now())
      dueAt = newest === undefined ? now() : newest + BACKUP_HOURS * hourMs
      if (now() < dueAt) return
      const file = folder.placeOf(`kurs-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
      // Not before there is something to pack: what packs would cost every start.
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
      // Told once an hour, not with every look.
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

/** ms UTC, as its name says, but none that is still to come; undefined when there is none. */
export async function newestBackup(folder: Pick<BackupFolder, 'names'>, now: number): Promise<number | undefined> {
  return (await namesIn(folder)).map(timeOf).findLast((time) => !isToCome(time, now))
}

/** As a clock that went wrong has called it, or a time that there is not */
function isToCome(time: number, now: number): boolean {
  return !(time <= now + hourMs)
}

/** Oldest first */
async function namesIn(folder: Pick<BackupFolder, 'names'>): Promise<string[]> {
  return (await folder.names()).filter((name) => ownName.test(name)).sort()
}

function timeOf(name: string): number {
  const [date = '', time = ''] = name.slice('kurs-'.length, -'Z.tar.gz'.length).split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}Z`)
}

/** Those that are still to come are no newer than the others: they push out their own kind. */
async function removeOldest(folder: BackupFolder, keeps: number, now: number): Promise<void> {
  const names = await namesIn(folder)
  const ahead = names.filter((name) => isToCome(timeOf(name), now))
  const past = names.filter((name) => !ahead.includes(name))
  for (const name of [...past.slice(0, -keeps), ...ahead.slice(0, -keeps)]) await folder.remove(name)
}
