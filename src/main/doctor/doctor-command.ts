import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import { loadSharp } from '../../content/ingest/images.ts'
import { findContentVersion } from '../../content/queries.ts'
import { openDb, type Reader } from '../../db/client.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { openReadOnlyFile } from '../../db/read-only-file.ts'
import { namedFeed } from '../../market/feed/create-feed.ts'
import { readSource } from '../../market/queries.ts'
import { newestBackup } from '../backup/scheduled.ts'
import type { Bundle } from '../bundle.ts'
import {
  type DatabaseName,
  damageError,
  databaseNames,
  fileOf,
  lastWords,
  migrationProblem,
  obstacleTo,
  placeOf,
  problemOf,
} from '../data-problem.ts'

const ok = 'ok'
const leastFreeMiB = 200

/** Changes nothing; exit status 1 when something is wrong. */
export async function runDoctor(config: Config, bundle?: Bundle): Promise<number> {
  const lines: [what: string, state: string][] = [
    [`data folder ${config.dataDir}`, await dataFolder(config.dataDir)],
    await contentFolder(config, bundle),
    [
      (await loadSharp()) ? 'pictures' : 'pictures, as they are: sharp, which makes smaller copies, cannot be loaded',
      ok,
    ],
    ['free disk', await freeDisk(config.dataDir)],
    ['secret', secret(config)],
  ]
  if (config.BACKUP_DIR)
    lines.push([`backups in ${config.BACKUP_DIR}`, await backups(config.BACKUP_DIR, config.BACKUP_HOURS)])
  if (config.REDIS_URL !== undefined) {
    const [what, fault = ok] = await (await import('./redis-check.ts')).checkRedis(config.REDIS_URL, config)
    lines.push([what, fault])
  }
  for (const name of databaseNames)
    lines.push([name, await inspect(config, name, (db) => stateOf(config, name, db), true)])
  const hasContent = (await inspect(config, 'content', contentState)) === ok
  lines.push(['ingest', hasContent ? ok : 'no content has been ingested yet; the next start does it, or "ingest"'])
  const source = await inspect(config, 'market', async (db) => sourceState(config, await readSource(db)))
  if (source !== ok && lines.some(([what, state]) => what === 'market' && state === ok)) lines.push(['prices', source])
  for (const [what, state] of lines)
    process.stdout.write(`${state === ok ? '✓' : '✗'} ${what}${state === ok ? '' : `: ${state.replace('\n', ' ')}`}\n`)
  return lines.every(([, state]) => state === ok) ? 0 : 1
}

async function contentFolder(
  { contentDir, CONTENT_DIR }: Config,
  bundle?: Bundle,
): Promise<[what: string, state: string]> {
  if (bundle?.carried && CONTENT_DIR === undefined) return ['content, from inside this binary', ok]
  return [`content folder ${contentDir}`, await permission(contentDir, constants.R_OK, 'may not be read')]
}

async function dataFolder(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) return 'missing; the next start makes it, or "migrate"'
  return permission(dataDir, constants.R_OK | constants.W_OK, 'may not be written')
}

/** @param refused  the words where this user has no right to it */
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
  if (!existsSync(folder)) return freeDisk(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  const freeMiB = Math.floor((bavail * bsize) / 1024 / 1024)
  return freeMiB > leastFreeMiB ? ok : `only ${freeMiB} MiB left`
}

/** @param hours  between two */
async function backups(folder: string, hours: number): Promise<string> {
  if (!existsSync(folder)) return 'missing; a server with the role "web" makes it'
  const newest = await newestBackup(folder, Date.now())
  if (newest === undefined) return 'none yet'
  const age = Math.floor((Date.now() - newest) / 3_600_000)
  return age < 2 * hours ? ok : `the newest is ${age} hours old; the log of the server says why`
}

/** Of a folder that has none yet, the next start makes one. */
function secret({ dataDir, SECRET }: Config): string {
  if (!SECRET && !existsSync(`${dataDir}/secret`)) return ok
  try {
    readSecret(dataDir, SECRET)
    return ok
  } catch (error) {
    return lastWords(error)
  }
}

async function stateOf(config: Config, name: DatabaseName, db: Reader): Promise<string> {
  const state = await pendingMigrations(db, migrations[name])
  const problem = migrationProblem(placeOf(config, name), name, state)
  if (problem) return problem
  return state.pending.length > 0 ? `${state.pending.join(', ')} not run yet; the next start runs it, or "migrate"` : ok
}

/** @param source  what the stored candles were made from */
function sourceState({ FEED, ROLES }: Config, source: string | undefined): string {
  const isFeed = ROLES.includes('feed')
  const named = namedFeed(FEED) ?? (isFeed ? 'demo' : undefined)
  if (source === undefined || named === undefined || source.split(' ')[0] === named) return ok
  const where = `FEED names ${named}, the candles in market.db are of "${source}"`
  return isFeed ? `${where}; the next start drops them` : `${where}; they are shown as what they are`
}

async function contentState(db: Reader): Promise<string> {
  return (await findContentVersion(db)) > 0 ? ok : 'empty'
}

/**
 * @param isThorough  reads all of a file, and asks whether it may be written
 * @returns what the check says, or why the database cannot be used
 */
async function inspect(
  config: Config,
  name: DatabaseName,
  check: (db: Reader) => Promise<string>,
  isThorough = false,
): Promise<string> {
  const path = fileOf(config, name)
  if (path && !existsSync(path)) return `there is no file ${path}; the next start makes it, or "migrate"`
  try {
    return path ? await inspectFile(path, check, isThorough) : await inspectServer(config, name, check)
  } catch (error) {
    return problemOf(config, name, error) ?? lastWords(error)
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
