import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { pathOf } from '../db/client.ts'
import type { MigrationState } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { shownAddress } from '../db/server-client.ts'
import { UnreachableError } from '../db/unreachable.ts'
import { causesOf, unwritableReason } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'

export const databaseNames = ['app', 'content', 'market'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** What is lost when a database is made anew; of `app.db` everything is. */
const remade = { content: 'ingested', market: 'fetched' } as const

export function isRemade(name: DatabaseName): name is keyof typeof remade {
  return name in remade
}

/** The file of a database; undefined when it is on a server. */
export function fileOf({ databases }: Pick<Config, 'databases'>, name: DatabaseName): string | undefined {
  const { url } = databases[name]
  return url.startsWith('file:') ? pathOf(url) : undefined
}

export function placeOf(config: Pick<Config, 'databases'>, name: DatabaseName): string {
  return fileOf(config, name) ?? shownAddress(config.databases[name].url)
}

/** @param words  SQLite's own. @returns an error like the driver's when it meets the damage */
export function damageError(words: string): Error {
  return Object.assign(new Error(words), { code: 'SQLITE_CORRUPT' })
}

export function isDamage(error: unknown): boolean {
  return codesOf(error).some((code) => damage.test(code))
}

const damage = /^SQLITE_(NOTADB|CORRUPT)/

/** @property isSound  whether no error has told of damage; other threads tell of theirs in words alone */
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

/** What is wrong with a database and what to do about it, in a sentence each; undefined when it is no matter of data. */
export function problemOf(config: Config, name: DatabaseName, error: unknown): string | undefined {
  const path = fileOf(config, name)
  if (!path) return problemOfServer(config, name, error)
  if (isDamage(error)) return `${path} is damaged or no database.\n${adviceFor(name)}`
  const reason = unwritableReason(error)
  if (reason === 'full' || (reason === 'failing' && hasNoRoom(path)))
    return `${path} cannot be written: the disk is full.\nFree some space on it.`
  if (reason === 'busy')
    return `${path} is kept locked by another program.\nStop that program, or wait until it is done.`
  const obstacle = obstacleTo(path)
  if (obstacle) return obstacle
  if (!reason && !/^ConnectionFailed/.test(lastWords(error))) return undefined
  return `${path} cannot be used: ${lastWords(error)}.\nLook after its disk and its folder.`
}

/** SQLite shares 32 KiB of memory by a file; without room for it, it says that the disk fails. */
const leastRoom = 128 * 1024

function hasNoRoom(path: string): boolean {
  const folder = dirname(path)
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < leastRoom
}

function adviceFor(name: DatabaseName): string {
  if (!isRemade(name)) return 'Stop every process that uses it and restore it from a copy: it is nowhere else.'
  return `Stop every process that uses it and start with "serve --repair": it is put aside and made anew, and what was in it is ${remade[name]} again.`
}

function problemOfServer(config: Config, name: DatabaseName, error: unknown): string | undefined {
  const variable = `${name.toUpperCase()}_DB_URL`
  if (!unwritableReason(error) && !(error instanceof SyntaxError)) return undefined
  const unreachable = causesOf(error).find((cause) => cause instanceof UnreachableError)
  return `${variable}=${placeOf(config, name)}: ${unreachable?.why ?? lastWords(error)}.\nStart that server, or correct the address or its token.`
}

/** What keeps this user from a file: it or its folder is missing, of another kind or not to be written. */
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

/** @returns the words for migrations that this release does not know, or that were edited; undefined when all is well */
export function migrationProblem(where: string, name: DatabaseName, state: MigrationState): string | undefined {
  const { unknown, edited } = state
  const newest = migrations[name].at(-1)?.name
  if (unknown.length > 0) {
    return (
      `${where} was made by another release: its newest migration is ${unknown.toSorted().at(-1)}, ` +
      `and the newest that this one (${manifest.version}) knows is ${newest}.\n` +
      (isRemade(name)
        ? 'Start the other release, or make it anew with "serve --repair".'
        : 'Start the other release, or restore the copy that was made before the update.')
    )
  }
  if (edited.length > 0)
    return `${where}: ${edited.join(', ')} changed after it ran.\nRestore the file and add a new migration.`
  return undefined
}

/** The driver's own words, without its code. */
export function lastWords(error: unknown): string {
  const last = causesOf(error).at(-1)
  return (last instanceof Error ? last.message : String(last)).replace(/^SQLITE_\w+: /, '').replace(/\.$/, '')
}
