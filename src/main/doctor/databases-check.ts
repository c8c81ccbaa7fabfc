import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listSealed } from '../../auth/second-factor/factor-queries.ts'
import { createSeal } from '../../auth/secrets/seal.ts'
import { existingOrTemporarySecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import { findContentVersion } from '../../content/queries.ts'
import { openDb, type Reader } from '../../db/client.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { openReadOnlyFile } from '../../db/read-only-file.ts'
import { findAhead } from '../../market/clock-ahead.ts'
import { namedFeed } from '../../market/feed/create-feed.ts'
import { readSource } from '../../market/queries.ts'
import { readTouched } from '../../ops/queries.ts'
import {
  type DatabaseName,
  damageError,
  databaseNames,
  fileOf,
  migrationProblem,
  obstacleTo,
  placeOf,
  problemOf,
  rootMessage,
} from '../data-problem.ts'
import { type Check, checkOf, ok, passed, warned } from './check.ts'

export interface DatabaseChecks {
  checks: Check[]
  /** Time of the last write to any of the databases, ms UTC; 0 if unknown */
  writtenAt: number
}

/** @param now  ms UTC */
export async function checkDatabases(config: Config, now: number): Promise<DatabaseChecks> {
  const checks: Check[] = []
  let writtenAt = 0
  for (const name of databaseNames) {
    const missing = missingFile(config, name)
    const check = async (db: Reader) => {
      writtenAt = Math.max(writtenAt, await readTouched(db).catch(() => 0))
      return stateOf(config, name, db)
    }
    checks.push(missing ?? checkOf(idOf(name), [name, await inspect(config, name, check, true)]))
  }
  const isUsable = (name: DatabaseName) =>
    !isMissing(config, name) && checks.some(({ id, status }) => id === idOf(name) && status === 'ok')
  const sealed = isUsable('app') ? await inspect(config, 'app', (db) => sealedState(config, db)) : ok
  if (sealed !== ok) checks.push(checkOf('second-factors', ['second factors', sealed]))
  checks.push(...checkModes(config), await checkIngest(config))
  const source = isUsable('market')
    ? await inspect(config, 'market', async (db) => sourceState(config, await readSource(db)))
    : ok
  if (source !== ok) checks.push(checkOf('prices', ['prices', source]))
  const ahead = isUsable('market') ? await inspect(config, 'market', (db) => aheadState(db, now)) : ok
  if (ahead !== ok) checks.push(warned('candles', 'candles', ahead))
  return { checks, writtenAt }
}

/**
 * Warns about files that other users of this machine can read: an older release has created them, or somebody has
 * copied them by hand.
 */
function checkModes(config: Config): Check[] {
  const open = databaseNames.flatMap((name) => {
    const path = fileOf(config, name)
    const mode = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mode
    return path !== undefined && mode !== undefined && (mode & 0o077) !== 0 ? [path] : []
  })
  if (open.length === 0) return []
  const problem = `${open.join(', ')}: others on this machine can read ${open.length === 1 ? 'it' : 'them'}.`
  return [warned('file-modes', 'file modes', `${problem}\nRun "chmod 600 ${open.join(' ')}".`)]
}

/** Returns whether a database file does not exist yet */
export function isMissing(config: Config, name: DatabaseName): boolean {
  const path = fileOf(config, name)
  return path !== undefined && !existsSync(path)
}

function idOf(name: DatabaseName): string {
  return `${name}-database`
}

const made: Record<DatabaseName, string> = {
  app: 'makes it and prints a link that makes the first administrator',
  content: 'makes it of the texts',
  market: 'makes it and gathers prices',
}

/** Checks a missing file: a first start creates missing files, but a missing `app.db` may also have been lost. */
function missingFile(config: Config, name: DatabaseName): Check | undefined {
  const [id, path] = [idOf(name), fileOf(config, name)]
  if (path === undefined || existsSync(path)) return undefined
  const obstacle = dirname(path) === config.dataDir ? undefined : obstacleTo(path)
  if (obstacle !== undefined) return checkOf(id, [name, obstacle])
  const advice = 'If a server has run here, restore it from a backup; otherwise the next start creates it.'
  if (name === 'app' && existsSync(join(config.dataDir, 'secret')))
    return checkOf(id, [name, `${path} is missing, although there is a secret.\n${advice}`])
  if (name === 'app' && fileOf(config, 'market') !== undefined && !isMissing(config, 'market'))
    return warned(id, name, `${path} is missing, although there is a market.db.\n${advice}`)
  return passed(id, name, `not there yet; the first start ${made[name]}`)
}

async function stateOf(config: Config, name: DatabaseName, db: Reader): Promise<string> {
  const state = await pendingMigrations(db, migrations[name])
  const problem = migrationProblem(placeOf(config, name), name, state)
  if (problem) return problem
  return state.pending.length > 0 ? `${state.pending.join(', ')} not run yet; the next start runs it, or "migrate"` : ok
}

async function checkIngest(config: Config): Promise<Check> {
  const id = 'ingest'
  if (isMissing(config, 'content')) return passed(id, id, 'the first start reads the texts')
  const hasContent = (await inspect(config, 'content', contentState)) === ok
  return checkOf(id, [id, hasContent ? ok : 'no content has been ingested yet; the next start does it, or "ingest"'])
}

/** @param source  feed from which the stored candles came */
function sourceState({ FEED, ROLES }: Config, source: string | undefined): string {
  const isFeed = ROLES.includes('feed')
  const named = namedFeed(FEED) ?? (isFeed ? 'demo' : undefined)
  if (source === undefined || named === undefined || source.split(' ')[0] === named) return ok
  const where = `FEED names ${named}, the candles in market.db are of "${source}"`
  return isFeed ? `${where}; the next start drops them` : `${where}; they are shown as what they are`
}

/** Warns about stored candles later than now. Only the demo feed uses the local clock: a start removes such candles. */
async function aheadState(db: Reader, now: number): Promise<string> {
  const source = await readSource(db)
  const newest = source?.split(' ')[0] === 'demo' ? await findAhead(db, now) : undefined
  if (newest === undefined) return ok
  return `market.db has candles up to ${new Date(newest).toISOString()}, later than now: the clock is behind, or was ahead then.
The next start with the role "feed" removes those that are later; they are made again when their time comes.`
}

async function contentState(db: Reader): Promise<string> {
  return (await findContentVersion(db)) > 0 ? ok : 'empty'
}

/**
 * Checks whether the secret opens the sealed second factors. A wrong secret has no other symptom than refused correct
 * codes.
 */
async function sealedState({ dataDir, SECRET }: Config, db: Reader): Promise<string> {
  const seal = createSeal(existingOrTemporarySecret(dataDir, SECRET))
  const all = await listSealed(db)
  const closed = all.filter((sealed) => !opens(() => seal.open(sealed)))
  if (closed.length === 0) return ok
  return `the secret cannot decrypt ${closed.length} of ${all.length} second factors, so their codes are rejected.\nGive every process the SECRET, or the file "secret", with which they were encrypted. If it is lost, use "user reset --second-factor"`
}

function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/**
 * Runs a check on a database.
 * @param isThorough  also checks the integrity of the file and whether it is writable
 * @returns the check's result, or why the database cannot be used
 */
async function inspect(
  config: Config,
  name: DatabaseName,
  check: (db: Reader) => Promise<string>,
  isThorough = false,
): Promise<string> {
  const path = fileOf(config, name)
  try {
    return path ? await inspectFile(path, check, isThorough) : await inspectServer(config, name, check)
  } catch (error) {
    return problemOf(config, name, error) ?? rootMessage(error)
  }
}

async function inspectServer(config: Config, name: DatabaseName, check: (db: Reader) => Promise<string>) {
  const db = await openDb({ ...config.databases[name], readOnly: true })
  try {
    return await check(db)
  } finally {
    await db.close()
  }
}

async function inspectFile(path: string, check: (db: Reader) => Promise<string>, isThorough: boolean) {
  const file = openReadOnlyFile(path)
  try {
    const damage = isThorough ? file.damage() : undefined
    if (damage !== undefined) throw damageError(damage)
    return (isThorough ? obstacleTo(path) : undefined) ?? (await check(file))
  } finally {
    file.close()
  }
}
