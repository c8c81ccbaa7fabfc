import type { Db } from '../db/client.ts'
import { UnwritableError } from '../db/unwritable.ts'
import { touchDatabase } from './queries.ts'

export interface ReadinessDeps {
  /** Each is written to: a database that can only be read serves nobody who is signed in */
  databases: Partial<Record<'app' | 'content' | 'market', Db>>
  /** 0 before the first ingest; only in a process that serves content */
  contentVersion?(): Promise<number>
  /** ms UTC */
  now?: (() => number) | undefined
}

export type Checks = Record<string, string>

/** However often somebody asks, the databases are written to once in this time, ms. */
const heldMs = 5000

/** @returns asks each database for a small write, unless it answered lately */
export function createReadiness(deps: ReadinessDeps): () => Promise<Checks> {
  const { now = Date.now } = deps
  let held: Promise<Checks> | undefined
  let askedAt = 0
  return () => {
    // A clock that was set back would otherwise hold an answer for as long as the step.
    if (held && Math.abs(now() - askedAt) < heldMs) return held
    askedAt = now()
    held = checkAll(deps)
    return held
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
