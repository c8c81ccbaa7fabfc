import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config, DatabaseConfig } from '../config.ts'
import { findContentVersion } from '../content/queries.ts'
import { openDb, pathOf, type Reader } from '../db/client.ts'
import { type MigrationState, pendingMigrations } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { openReadOnlyFile } from '../db/read-only-file.ts'
import { namedFeed } from '../market/feed/create-feed.ts'
import { readSource } from '../market/queries.ts'
import { databaseNames } from './databases.ts'

const ok = 'ok'
const leastFreeMiB = 200

/** Changes nothing; exit status 1 when something is wrong. */
export async function runDoctor(config: Config): Promise<number> {
  const lines: [what: string, state: string][] = [
    [`data folder ${config.dataDir}`, await dataFolder(config.dataDir)],
    [`content folder ${config.contentDir}`, await permission(config.contentDir, constants.R_OK)],
    ['free disk', await freeDisk(config.dataDir)],
  ]
  for (const name of databaseNames) {
    const check = async (db: Reader) => stateOf(await pendingMigrations(db, migrations[name]))
    lines.push([name, await inspect(config.databases[name], check)])
  }
  const hasContent = (await inspect(config.databases.content, contentState)) === ok
  lines.push(['ingest', hasContent ? ok : 'no content has been ingested yet; the next start does it, or "ingest"'])
  const source = await inspect(config.databases.market, async (db) => sourceState(config, await readSource(db)))
  if (source !== ok && lines.some(([what, state]) => what === 'market' && state === ok)) lines.push(['prices', source])
  for (const [what, state] of lines)
    process.stdout.write(`${state === ok ? '✓' : '✗'} ${what}${state === ok ? '' : `: ${state}`}\n`)
  return lines.every(([, state]) => state === ok) ? 0 : 1
}

async function dataFolder(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) return 'missing; the next start makes it, or "migrate"'
  return permission(dataDir, constants.R_OK | constants.W_OK)
}

async function permission(path: string, mode: number): Promise<string> {
  return access(path, mode).then(
    () => ok,
    () => 'missing or not accessible',
  )
}

async function freeDisk(folder: string): Promise<string> {
  if (!existsSync(folder)) return freeDisk(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  const freeMiB = Math.floor((bavail * bsize) / 1024 / 1024)
  return freeMiB > leastFreeMiB ? ok : `only ${freeMiB} MiB left`
}

function stateOf({ pending, edited, unknown }: MigrationState): string {
  if (unknown.length > 0) return `made by another release (${unknown.join(', ')}); update this one`
  if (edited.length > 0) return `${edited.join(', ')} changed after it ran; restore the file and add a new migration`
  if (pending.length > 0) return `${pending.join(', ')} not run yet; the next start runs it, or "migrate"`
  return ok
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

/** @returns what the check says, or why the database cannot be read */
async function inspect({ url, authToken }: DatabaseConfig, check: (db: Reader) => Promise<string>): Promise<string> {
  const path = url.startsWith('file:') ? pathOf(url) : undefined
  if (path && !existsSync(path)) return `there is no file ${path}; the next start makes it, or "migrate"`
  try {
    const db = path ? openReadOnlyFile(path) : await openDb({ url, authToken, readOnly: true })
    try {
      return await check(db)
    } finally {
      await db.close()
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}
