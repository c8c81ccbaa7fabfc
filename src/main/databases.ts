import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
import {
  type DatabaseName,
  damageError,
  fileOf,
  isDamage,
  isRecoverable,
  migrationProblem,
  placeOf,
  problemOf,
  rootMessage,
} from './data-problem.ts'
import { DataError, ServiceError } from './start-errors.ts'

/* Note beside a database about the state of the database file at the last clean close. While the state is the same,
   no process has written to the file, and the next start can skip the full integrity check, which takes 7 ms per
   megabyte. */

const noteOf = (path: string) => `${path}.whole`

/**
 * Writes the note that the database file is intact. Call it after the database was closed. Removes the note if another
 * process still writes.
 */
export function noteIntact(path: string): void {
  const state = stateOf(path)
  try {
    if (state === undefined) rmSync(noteOf(path), { force: true })
    else writeFileSync(noteOf(path), state)
  } catch {
    // The note could not be written. Without a matching note the next start checks the file.
  }
}

export function isNotedIntact(path: string): boolean {
  const state = stateOf(path)
  if (state === undefined) return false
  try {
    return readFileSync(noteOf(path), 'utf8') === state
  } catch {
    return false
  }
}

/**
 * Returns the state of a file. Includes `ctime`, which programs cannot set back. Undefined while there is a WAL: the
 * file was not closed cleanly.
 */
function stateOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!file || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined
  return [file.ino, file.size, file.mtimeNs, file.ctimeNs].join('-')
}

export interface OpenDatabaseOptions {
  log?: Logger | undefined
  observer?: DbObserver | undefined
  /** Whether to move an unusable `content.db` or `market.db` aside and recreate it */
  repairs?: boolean
  /** Called on close. Returns true if no damage was found: the next start can then skip the integrity check */
  isSound?: (() => boolean) | undefined
  onStep?: ((step: MigrationStep) => void) | undefined
  /** @param ran  migrations that ran now, with their durations in ms; empty if none were pending */
  onMigrated?(ran: Map<string, number>): void
}

/**
 * Opens a database and migrates it. A damaged `content.db` is recreated from files.
 * @throws DataError when it cannot be used, AwayError when its server is unreachable
 */
export async function openDatabase(config: Config, name: DatabaseName, options: OpenDatabaseOptions = {}): Promise<Db> {
  await makeDataFolder(config)
  const path = fileOf(config, name)
  if (path) makeFile(path)
  const file = path && inodeOf(path)
  try {
    return await openMigrated(config, name, options)
  } catch (error) {
    const mayRemake = options.repairs ? isRecoverable(name) && isUnusable(error) : name === 'content' && isDamage(error)
    if (!path || !mayRemake) throw error instanceof DataError ? error : dataErrorOf(config, name, error)
    // Moves the file aside, unless another process has done so meanwhile.
    if (file !== undefined && file === inodeOf(path)) {
      await moveAside(path)
      process.stderr.write(`${path} could not be used: it was moved to ${path}.damaged and is being recreated.\n`)
    }
    return openMigrated(config, name, options)
  }
}

/** The database was made by another release. */
class ForeignError extends DataError {}

function isUnusable(error: unknown): boolean {
  return isDamage(error) || error instanceof ForeignError
}

function dataErrorOf(config: Config, name: DatabaseName, error: unknown): unknown {
  const problem = problemOf(config, name, error)
  if (problem === undefined) return error
  const isAway = causesOf(error).some((cause) => cause instanceof UnreachableError)
  return isAway ? new ServiceError(problem, { cause: error }) : new DataError(problem, { cause: error })
}

async function openMigrated(config: Config, name: DatabaseName, options: OpenDatabaseOptions): Promise<Db> {
  const { log, observer, repairs, isSound, onMigrated, onStep } = options
  let isOpen = false
  // Logs errors only after the start: earlier errors are thrown and explained instead.
  const openLog: DbOptions['log'] = log && {
    error: (...said) => isOpen && log.error(...said),
    info: log.info,
  }
  const db = await openDb({ ...config.databases[name], log: openLog, observer })
  try {
    const state = await pendingMigrations(db, migrations[name])
    const problem = migrationProblem(placeOf(config, name), name, state)
    if (problem) throw new ForeignError(problem)
    if (db.file && (repairs || (name === 'content' && !isNotedIntact(db.file)))) await checkWhole(db.file)
    const ran = await migrateDb(db, migrations[name], onStep)
    onMigrated?.(ran)
    // Test a write now, so that problems appear at start and not with a user's first change.
    await touchDatabase(db, Date.now())
    isOpen = true
    return isSound ? notedAtEnd(db, isSound) : db
  } catch (error) {
    // Closing a damaged database may fail, too.
    await db.close().catch(() => undefined)
    throw error
  }
}

function notedAtEnd(db: Db, isSound: () => boolean): Db {
  const close = async () => {
    await db.close()
    if (db.file && isSound()) noteIntact(db.file)
  }
  return { ...db, close }
}

/** @throws an error like the driver's if the file is damaged */
async function checkWhole(path: string): Promise<void> {
  const damage = await findDamage(path)
  if (damage) throw damageError(damage)
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Moves a damaged file aside for inspection; replaces the file that was moved there before. */
async function moveAside(path: string): Promise<void> {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  await rename(path, `${path}.damaged`)
}

/**
 * Creates a database file with mode 0600, because other users may be able to read the folder. SQLite gives its logs the
 * mode of the database file. An existing file must not be opened: closing it would release this process's locks on it.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // Either the file exists, or opening the database will report the problem.
  }
}

/** Creates the data folder, readable only by this user. @throws DataError */
export async function makeDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DataError(
      `DATA_DIR=${dataDir}: the folder cannot be made: ${rootMessage(error)}.\nMake it, or name another that can be written.`,
      { cause: error },
    )
  }
}
