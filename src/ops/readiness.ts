import type { Db } from '../db/client.ts'
import { UnwritableError } from '../db/unwritable.ts'
import { touchDatabase } from './queries.ts'

export interface ReadinessDeps {
  /** Each is tested by a write: a read-only database is of no use to signed-in users */
  databases: Partial<Record<'app' | 'content' | 'market', Db>>
  /** 0 before the first ingest; only in a process that serves content */
  contentVersion?(): Promise<number>
  /** ms UTC */
  now?: (() => number) | undefined
}

export type Checks = Record<string, string>

/** Min interval of the test writes, however often readiness is requested, ms */
const cacheMs = 5000

/** @returns a function that tests each database with a small write and caches the result */
export function createReadiness(deps: ReadinessDeps): () => Promise<Checks> {
  const { now = Date.now } = deps
  let cachedChecks: Promise<Checks> | undefined
  let askedAt = 0
  return () => {
    // After the clock was set back, the cached result would otherwise be kept for as long as the step.
    if (cachedChecks && Math.abs(now() - askedAt) < cacheMs) return cachedChecks
    askedAt = now()
    cachedChecks = checkAll(deps)
    return cachedChecks
  }
}

async function checkAll({ databases, contentVersion, now = Date.now }: ReadinessDeps): Promise<Checks> {
  const asked = Object.entries(databases).map(async ([name, db]) => [name, await check(db, now())] as const)
  const checks: Checks = Object.fromEntries(await Promise.all(asked))
  if (!contentVersion) return checks
  const version = await contentVersion().catch(() => 0)
  return { ...checks, ingest: version > 0 ? 'ok' : 'no content has been ingested yet' }
}

async function check(db: Db, now: number): Promise<string> {
  return touchDatabase(db, now).then(
    () => 'ok',
    (error: unknown) => (error instanceof UnwritableError ? error.message : 'it cannot be used; the log says why'),
  )
}
