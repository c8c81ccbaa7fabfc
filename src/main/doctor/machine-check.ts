import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import { readSecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import { loadSharp } from '../../content/ingest/images.ts'
import { StoreError, s3AddressOf } from '../backup/s3-store.ts'
import { newestBackup, openBackupFolder } from '../backup/scheduled.ts'
import type { Bundle } from '../bundle.ts'
import { rootMessage } from '../data-problem.ts'
import { type Check, checkOf, type Line, ok, passed } from './check.ts'

const minFreeMiB = 200

/**
 * Checks the environment on this machine. @param isFresh  whether no server has run here yet, so the first start
 * creates missing files
 */
export async function checkMachine(config: Config, isFresh: boolean, bundle?: Bundle): Promise<Check[]> {
  const { dataDir, BACKUP_DIR } = config
  const pictures = (await loadSharp())
    ? undefined
    : 'shown as they are: sharp, which makes smaller copies, cannot be loaded'
  const checks = [
    await dataFolder(dataDir),
    await contentFolder(config, bundle),
    passed('pictures', 'pictures', pictures),
    checkOf('free-disk', ['free disk', await freeDisk(dataDir)]),
    secret(config),
  ]
  if (BACKUP_DIR) checks.push(await backups(config, BACKUP_DIR, isFresh))
  return checks
}

async function dataFolder(dataDir: string): Promise<Check> {
  const [id, name] = ['data-folder', `data folder ${dataDir}`]
  const place = nearestFolder(dataDir)
  const state = await permission(place, constants.R_OK | constants.W_OK, 'may not be written')
  if (place === dataDir) return checkOf(id, [name, state])
  if (state === ok) return passed(id, name, 'not there yet; the first start makes it')
  return checkOf(id, [name, `cannot be made in ${place}: ${state}.\nMake it, or name another in DATA_DIR.`])
}

/** Returns the folder itself, or its nearest existing parent in which it would be created. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

async function contentFolder({ contentDir, CONTENT_DIR }: Config, bundle?: Bundle): Promise<Check> {
  const id = 'content-folder'
  if (bundle?.embedded && CONTENT_DIR === undefined) return passed(id, 'content, from inside this binary')
  return checkOf(id, [`content folder ${contentDir}`, await permission(contentDir, constants.R_OK, 'may not be read')])
}

/** Checks a permission of this user. @param refused  message if the permission is missing */
async function permission(path: string, mode: number, refused: string): Promise<string> {
  return access(path, mode).then(
    () => ok,
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENOENT') return 'missing'
      return code === 'EROFS' ? 'on a read-only disk' : refused
    },
  )
}

async function freeDisk(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(nearestFolder(folder))
  const freeMiB = Math.floor((bavail * bsize) / 1024 / 1024)
  return freeMiB > minFreeMiB ? ok : `only ${freeMiB} MiB left`
}

function secret({ dataDir, SECRET }: Config): Check {
  const id = 'secret'
  if (!SECRET && !existsSync(`${dataDir}/secret`)) return passed(id, id, 'none yet; the first start makes one')
  try {
    readSecret(dataDir, SECRET)
    return passed(id, id)
  } catch (error) {
    return checkOf(id, [id, rootMessage(error)])
  }
}

/** @returns time of the newest backup in ms UTC, undefined without backups, or the error of the store */
async function newestOrProblem(config: Config, folder: string): Promise<number | undefined | Error> {
  try {
    return await newestBackup(openBackupFolder(config, folder), Date.now())
  } catch (error) {
    if (error instanceof StoreError || error instanceof ConfigError) return error
    throw error
  }
}

async function backups(config: Config, folder: string, isFresh: boolean): Promise<Check> {
  const [id, name] = ['backups', `backups in ${folder}`]
  const check = (state: string) => checkOf(id, [name, state])
  if (!s3AddressOf(folder)) {
    if (isFresh && !existsSync(folder))
      return passed(id, name, 'none yet; a server with the role "web" makes the folder')
    if (!existsSync(folder)) return check('missing; a server with the role "web" makes it')
    const right = await permission(folder, constants.R_OK | constants.W_OK, 'may not be written')
    if (right !== ok) return check(right)
  }
  const newest = await newestOrProblem(config, folder)
  if (newest instanceof Error) return check(newest.message)
  if (newest === undefined) return isFresh ? passed(id, name, 'none yet') : check('none yet')
  const age = Math.floor((Date.now() - newest) / 3_600_000)
  return check(
    age < 2 * config.BACKUP_HOURS || isFresh ? ok : `the newest is ${age} hours old; the log of the server says why`,
  )
}

/** Time reported by another clock, and the local times before and after the request, ms UTC */
export interface ClockReading {
  /** Name of the service that reported the time */
  by: string
  time: number
  /** Precision of the reported time, ms: the true time is later by less than this */
  roundedMs: number
  askedAt: number
  heardAt: number
}

/** Max tolerated clock error, ms: half the lifetime of a second-factor code is not much more. */
const maxMs = 5000
const advice = 'Have it set from the network: "timedatectl set-ntp true", or chrony.'

/**
 * Compares the local clock with another one. Makes no extra request: `reading` comes from answers that other checks
 * need anyway. @param lastWritten  time of the last write to any of the databases, ms UTC
 */
export function checkClock(reading: ClockReading | undefined, lastWritten: number, now: number): Line {
  const ahead = reading ? aheadOf(reading) : 0
  if (reading && ahead !== 0) {
    return [
      'clock',
      `${lengthOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${reading.by}.\n${advice}`,
    ]
  }
  if (lastWritten - now > maxMs) {
    const written = `the databases were written ${lengthOf(lastWritten - now)} from now, at ${new Date(lastWritten).toISOString()}`
    if (!reading) return ['clock', `${written}: the clock is behind, or was ahead then.\n${advice}`]
    return ['clock', `${written}: the clock is right, but was ahead then.\nTasks scheduled then run late by that time.`]
  }
  if (reading) return [`clock, as that of ${reading.by}`, ok]
  return ['clock, not compared: neither an exchange nor Telegram returned a time', ok]
}

/**
 * Returns how far the local clock is ahead, ms. Returns 0 when the clock may be right, since the transit time of the
 * answer is unknown.
 */
function aheadOf({ time, roundedMs, askedAt, heardAt }: ClockReading): number {
  const [least, most] = [askedAt - time - roundedMs, heardAt - time]
  return least > maxMs || most < -maxMs ? (least + most) / 2 : 0
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
