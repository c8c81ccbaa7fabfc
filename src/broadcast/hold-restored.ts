import type Database from 'libsql'
import { unscheduled } from './broadcast-queries.ts'
import type { Reason } from './reasons.ts'

/** Tables that older releases lack have nothing to hold. */
const statements: readonly (readonly [table: string, sql: string])[] = [
  [
    'broadcasts',
    `update broadcasts set state = 'paused', reason = '${'restored' satisfies Reason}', error = null, updated_at = :now
      where state in ('preparing', 'running')`,
  ],
  [
    'broadcasts',
    `update broadcasts set scheduled_at = null, updated_at = :now, state = ${unscheduled}
      where state = 'scheduled' and scheduled_at <= :now`,
  ],
  ['series', `update series set state = 'stopped', revision = revision + 1, updated_at = :now where state = 'running'`],
]

/** What has a reason would be told again if it were gone. */
const holdNotices = `update notices set state = 'unknown' where state in ('pending', 'claimed', 'sending')`

/**
 * Between a backup and its return much was sent that it knows nothing of: of what was under way then nothing is sent
 * before somebody says so.
 * @param db  of a file that nobody uses yet
 * @returns how many broadcasts, steps of series and series stand still now
 */
export function holdRestored(db: Database.Database, now: number): number {
  const has = (table: string) =>
    db.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(table) !== undefined
  let held = 0
  for (const [table, sql] of statements) if (has(table)) held += Number(db.prepare(sql).run({ now }).changes)
  if (has('notices')) db.exec(holdNotices)
  return held
}
