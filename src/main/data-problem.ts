import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { pathOf } from '../db/client.ts'
import type { MigrationState } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { redactedUrl } from '../db/server-client.ts'
import { UnreachableError } from '../db/unreachable.ts'
import { causesOf, unwritableReason } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'

export const databaseNames = ['app', 'content', 'market'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** How the content of a database is recovered after it is recreated; `app.db` cannot be recovered. */
const recovery = { content: 'ingested', market: 'fetched' } as const

export function isRecoverable(name: DatabaseName): name is keyof typeof recovery {
  return name in recovery
}

/** Returns the path of a database file; undefined if the database is on a server */
export function fileOf({ databases }: Pick<Config, 'databases'>, name: DatabaseName): string | undefined {
  const { url } = databases[name]
  return url.startsWith('file:') ? pathOf(url) : undefined
}

export function placeOf(config: Pick<Config, 'databases'>, name: DatabaseName): string {
  return fileOf(config, name) ?? redactedUrl(config.databases[name].url)
}

/** @param words  SQLite's message. @returns an error like that of the driver for a damaged file */
export function damageError(words: string): Error {
  return Object.assign(new Error(words), { code: 'SQLITE_CORRUPT' })
}

export function isDamage(error: unknown): boolean {
  return codesOf(error).some((code) => damage.test(code))
}

const damage = /^SQLITE_(NOTADB|CORRUPT)/

/**
 * Watches the log for damage. @property isSound  false after any logged error reported damage; errors of other threads
 * are recognized by their text only
 */
export function watchDamage(log: Logger): { log: Logger; isSound: () => boolean } {
  let isSound = true
  const error: Logger['error'] = (message, cause, fields) => {
    if (isDamage(cause) || /SQLITE_(NOTADB|CORRUPT)|malformed/.test(String(cause))) isSound = false
    log.error(message, cause, fields)
  }
  return { log: { ...log, error }, isSound: () => isSound }
}

function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => (cause instanceof Error && 'code' in cause ? String(cause.code) : []))
}

/**
 * Describes a database problem and its remedy, one sentence each; undefined if the error does not concern stored data.
 */
export function problemOf(config: Config, name: DatabaseName, error: unknown): string | undefined {
  const path = fileOf(config, name)
  if (!path) return problemOfServer(config, name, error)
  if (isDamage(error)) return `${path} is damaged or no database.\n${adviceFor(name)}`
  const problem = writeProblemOf(path, error)
  if (problem) return problem
  if (!unwritableReason(error) && !/^ConnectionFailed/.test(rootMessage(error))) return undefined
  return `${path} cannot be used: ${rootMessage(error)}.\nLook after its disk and its folder.`
}

/** Describes why a file cannot be written, and the remedy: the disk is full, or it is locked or not accessible. */
export function writeProblemOf(path: string, error: unknown): string | undefined {
  const reason = unwritableReason(error)
  if (reason === 'full' || (reason === 'failing' && hasNoRoom(path)))
    return `${path} cannot be written: the disk is full.\nFree some space on it.`
  if (reason === 'busy')
    return `${path} is kept locked by another program.\nStop that program, or wait until it is done.`
  return obstacleTo(path)
}

/**
 * Min free bytes: SQLite needs 32 KiB for its shared-memory file and reports an I/O error when there is no space for
 * it.
 */
const minRoom = 128 * 1024

function hasNoRoom(path: string): boolean {
  const folder = dirname(path)
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < minRoom
}

function adviceFor(name: DatabaseName): string {
  if (!isRecoverable(name)) return 'Stop every process that uses it and restore it from a backup.'
  return `Stop every process that uses it and start with "serve --repair": it is moved aside and recreated, and its data is ${recovery[name]} again.`
}

function problemOfServer(config: Config, name: DatabaseName, error: unknown): string | undefined {
  const variable = `${name.toUpperCase()}_DB_URL`
  if (!unwritableReason(error) && !(error instanceof SyntaxError)) return undefined
  const unreachable = causesOf(error).find((cause) => cause instanceof UnreachableError)
  return `${variable}=${placeOf(config, name)}: ${unreachable?.why ?? rootMessage(error)}.\nStart that server, or correct the address or its token.`
}

/** Describes why this user cannot use a file: the file or its folder is missing, of the wrong type or not writable. */
export function obstacleTo(path: string): string | undefined {
  if (existsSync(path) && !statSync(path).isFile()) return `${path} is no file.\nMove it away, or name another.`
  const folder = dirname(path)
  for (const place of existsSync(path) ? [path, folder] : [folder]) {
    const code = accessProblem(place)
    if (code) return `${place} ${code}.\nGive the user of this process the right to read and write it.`
  }
  return undefined
}

function accessProblem(place: string): string | undefined {
  try {
    accessSync(place, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    const code = codesOf(error)[0]
    return code === 'ENOENT' ? 'is missing' : code === 'EROFS' ? 'is on a read-only disk' : 'may not be written'
  }
}

/** @returns a message about migrations that are unknown to this release or were edited; undefined if there are none */
export function migrationProblem(where: string, name: DatabaseName, state: MigrationState): string | undefined {
  const { unknown, edited } = state
  const newest = migrations[name].at(-1)?.name
  if (unknown.length > 0) {
    return (
      `${where} was made by another release: its newest migration is ${unknown.toSorted().at(-1)}, ` +
      `and the newest that this one (${manifest.version}) knows is ${newest}.\n` +
      (isRecoverable(name)
        ? 'Start the other release, or make it anew with "serve --repair".'
        : 'Start the other release, or restore the copy that was made before the update.')
    )
  }
  if (edited.length > 0)
    return `${where}: ${edited.join(', ')} changed after it ran.\nRestore the file and add a new migration.`
  return undefined
}

/** Returns the message of the root cause without the error code */
export function rootMessage(error: unknown): string {
  const last = causesOf(error).at(-1)
  return (last instanceof Error ? last.message : String(last)).replace(/^SQLITE_\w+: /, '').replace(/\.$/, '')
}
