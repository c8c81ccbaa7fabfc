import type Database from 'libsql'
import type { Reason } from './broadcast.ts'
import { unscheduled } from './broadcast-queries.ts'

/** Statements by table; a table that the backup of an older release lacks is skipped. */
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

/** The notices stay stored: a notice with a reason would be created and sent again if its row were missing. */
const holdNotices = `update notices set state = 'unknown' where state in ('pending', 'claimed', 'sending')`

/**
 * Pauses what was in progress in a restored backup: messages may have been sent after the backup was made, which the
 * backup does not contain, so nothing is sent before a person decides.
 * @param db  database of a file that is not in use yet
 * @returns the number of broadcasts, series steps and series that are paused now
 */
export function holdRestored(db: Database.Database, now: number): number {
  const has = (table: string) =>
    db.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(table) !== undefined
  let held = 0
  for (const [table, sql] of statements) if (has(table)) held += Number(db.prepare(sql).run({ now }).changes)
  if (has('notices')) db.exec(holdNotices)
  return held
}
