import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type Db, type DbOptions, openDb } from '../db/client.ts'
import type { DbObserver } from '../db/db-observer.ts'
import { findDamage } from '../db/find-damage.ts'
import { type MigrationStep, migrateDb, pendingMigrations } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { UnreachableError } from '../db/unreachable.ts'
import { causesOf } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'
import { touchDatabase } from '../ops/queries.ts'
import { AwayError } from './away-error.ts'
import { DataError } from './data-error.ts'
import {
  type DatabaseName,
  damageError,
  fileOf,
  isDamage,
  isRemade,
  lastWords,
  migrationProblem,
  placeOf,
  problemOf,
} from './data-problem.ts'
import { isNotedWhole, noteWhole } from './whole-note.ts'

export interface OpenDatabaseOptions {
  log?: Logger | undefined
  observer?: DbObserver | undefined
  /** Puts aside `content.db` and `market.db` when they cannot be used, and makes them anew */
  repairs?: boolean
  /** Asked when it is closed: whether nobody has met damage in it. The next start then need not look for any */
  isSound?: (() => boolean) | undefined
  onStep?: ((step: MigrationStep) => void) | undefined
  /** @param ran  the migrations that ran now, each with its duration in ms; none when all had run before */
  onMigrated?(ran: Map<string, number>): void
}

/** Its tables are up to date. A damaged `content.db` is made anew from files. @throws DataError when it is of no use, AwayError while its server is away */
export async function openDatabase(config: Config, name: DatabaseName, options: OpenDatabaseOptions = {}): Promise<Db> {
  await makeDataFolder(config)
  const path = fileOf(config, name)
  if (path) makeFile(path)
  const file = path && inodeOf(path)
  try {
    return await openMigrated(config, name, options)
  } catch (error) {
    const mayRemake = options.repairs ? isRemade(name) && isUnusable(error) : name === 'content' && isDamage(error)
    if (!path || !mayRemake) throw error instanceof DataError ? error : explained(config, name, error)
    // Another process may have put it aside in the meantime.
    if (file !== undefined && file === inodeOf(path)) {
      await putAside(path)
      process.stderr.write(`${path} could not be used: it is ${path}.damaged now and is made anew.\n`)
    }
    return openMigrated(config, name, options)
  }
}

/** Of another release */
class ForeignError extends DataError {}

function isUnusable(error: unknown): boolean {
  return isDamage(error) || error instanceof ForeignError
}

function explained(config: Config, name: DatabaseName, error: unknown): unknown {
  const problem = problemOf(config, name, error)
  if (problem === undefined) return error
  const isAway = causesOf(error).some((cause) => cause instanceof UnreachableError)
  return isAway ? new AwayError(problem, { cause: error }) : new DataError(problem, { cause: error })
}

async function openMigrated(config: Config, name: DatabaseName, options: OpenDatabaseOptions): Promise<Db> {
  const { log, observer, repairs, isSound, onMigrated, onStep } = options
  let isOpen = false
  // What goes wrong until then is thrown, and told in words.
  const openLog: DbOptions['log'] = log && {
    error: (...said) => isOpen && log.error(...said),
    info: log.info,
  }
  const db = await openDb({ ...config.databases[name], log: openLog, observer })
  try {
    const state = await pendingMigrations(db, migrations[name])
    const problem = migrationProblem(placeOf(config, name), name, state)
    if (problem) throw new ForeignError(problem)
    if (db.file && (repairs || (name === 'content' && !isNotedWhole(db.file)))) await checkWhole(db.file)
    const ran = await migrateDb(db, migrations[name], onStep)
    onMigrated?.(ran)
    // Found out now, not by the first person who changes something.
    await touchDatabase(db, Date.now())
    isOpen = true
    return isSound ? notedAtEnd(db, isSound) : db
  } catch (error) {
    // What is damaged may not be closed in order either.
    await db.close().catch(() => undefined)
    throw error
  }
}

function notedAtEnd(db: Db, isSound: () => boolean): Db {
  const close = async () => {
    await db.close()
    if (db.file && isSound()) noteWhole(db.file)
  }
  return { ...db, close }
}

/** @throws what the driver would when it meets the damage */
async function checkWhole(path: string): Promise<void> {
  const damage = await findDamage(path)
  if (damage) throw damageError(damage)
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Kept for whoever wants to look at it, until the next time. */
async function putAside(path: string): Promise<void> {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  await rename(path, `${path}.damaged`)
}

/**
 * The folder may be one that everybody can look into. SQLite gives its logs the mode of the database. One that is there is
 * not opened: to close it would end the locks that this process has on it.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or opening the database says what is wrong with its place.
  }
}

/** Nobody else may read what is in it. @throws DataError */
export async function makeDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DataError(
      `DATA_DIR=${dataDir}: the folder cannot be made: ${lastWords(error)}.\nMake it, or name another that can be written.`,
      { cause: error },
    )
  }
}
