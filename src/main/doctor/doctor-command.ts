import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import { loadSharp } from '../../content/ingest/images.ts'
import { findContentVersion } from '../../content/queries.ts'
import type { Reader } from '../../db/client.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import type { BinanceAddresses } from '../../market/feed/binance.ts'
import { namedFeed } from '../../market/feed/create-feed.ts'
import { readSource } from '../../market/queries.ts'
import { readTouched } from '../../ops/queries.ts'
import { newestBackup } from '../backup/scheduled.ts'
import type { Bundle } from '../bundle.ts'
import { type DatabaseName, databaseNames, lastWords, migrationProblem, placeOf } from '../data-problem.ts'
import { checkClock, type ToldTime } from './clock-check.ts'
import { checkFeed } from './feed-check.ts'
import { inspect } from './inspect.ts'
import { type Line, ok } from './line.ts'
import { sealedState } from './secret-check.ts'

const leastFreeMiB = 200

export interface DoctorOptions {
  config: Config
  bundle?: Bundle | undefined
  binance?: BinanceAddresses | undefined
  /** ms UTC; the system's clock unless given */
  now?: (() => number) | undefined
  write?: ((text: string) => void) | undefined
}

/** Changes nothing; exit status 1 when something is wrong. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const { config, bundle, now = Date.now, write = writeOut } = options
  // Before the databases: reading all of one keeps this thread, and answers would seem to be late.
  const outside = await lookOutside(config, options.binance, now)
  const lines = await surroundings(config, bundle)
  const writtenAt: number[] = []
  for (const name of databaseNames) {
    const check = async (db: Reader) => {
      writtenAt.push(await readTouched(db).catch(() => 0))
      return stateOf(config, name, db)
    }
    lines.push([name, await inspect(config, name, check, true)])
  }
  const isUsable = (name: DatabaseName) => lines.some(([what, state]) => what === name && state === ok)
  const sealed = await inspect(config, 'app', (db) => sealedState(config, db))
  if (sealed !== ok && isUsable('app')) lines.push(['second factors', sealed])
  const hasContent = (await inspect(config, 'content', contentState)) === ok
  lines.push(['ingest', hasContent ? ok : 'no content has been ingested yet; the next start does it, or "ingest"'])
  const source = await inspect(config, 'market', async (db) => sourceState(config, await readSource(db)))
  if (source !== ok && isUsable('market')) lines.push(['prices', source])
  lines.push(...outside.lines, checkClock(outside.told, Math.max(0, ...writtenAt), now()))
  for (const [what, state] of lines)
    write(`${state === ok ? '✓' : '✗'} ${what}${state === ok ? '' : `: ${state.replaceAll('\n', ' ')}`}\n`)
  return lines.every(([, state]) => state === ok) ? 0 : 1
}

function writeOut(text: string): void {
  process.stdout.write(text)
}

/** What this machine has. */
async function surroundings(config: Config, bundle?: Bundle): Promise<Line[]> {
  const lines: Line[] = [
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
  return lines
}

/** Those that a server asks too, all at once; each is waited for some seconds. */
async function lookOutside(
  config: Config,
  binance: BinanceAddresses | undefined,
  now: () => number,
): Promise<{ lines: Line[]; told: ToldTime | undefined }> {
  const [redis, feed, telegram] = await Promise.all([
    config.REDIS_URL === undefined ? undefined : redisLine(config.REDIS_URL, config),
    checkFeed(config, binance, now),
    config.TELEGRAM_TOKEN === undefined ? undefined : telegramLines(config.TELEGRAM_TOKEN, config, now),
  ])
  const lines = [...(redis ? [redis] : []), ...(feed ? [feed.line] : []), ...(telegram?.lines ?? [])]
  // The exchange tells it to the millisecond.
  return { lines, told: feed?.told ?? telegram?.told }
}

async function redisLine(url: string, config: Config): Promise<Line> {
  const [what, fault = ok] = await (await import('./redis-check.ts')).checkRedis(url, config)
  return [what, fault]
}

async function telegramLines(token: string, config: Config, now: () => number) {
  return (await import('./telegram-check.ts')).checkTelegram(token, config, now)
}

async function contentFolder({ contentDir, CONTENT_DIR }: Config, bundle?: Bundle): Promise<Line> {
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
  const right = await permission(folder, constants.R_OK | constants.W_OK, 'may not be written')
  if (right !== ok) return right
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
