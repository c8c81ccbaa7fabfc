import { and, asc, eq, inArray, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { broadcasts } from '../../db/schema/broadcasts.ts'
import type { Reason } from '../broadcast.ts'
import { audienceCutoff } from '../broadcast-queries.ts'
import type { StartedAbTest } from '../variants/advance-ab-test.ts'
import { farDue } from './claim-queries.ts'
import { isQuiet } from './quiet-queries.ts'

/** Pending work of a broadcast; its content and audience are read when they are needed. */
export interface BroadcastWork {
  id: string
  state: 'scheduled' | 'preparing' | 'running'
  revision: number
  /** Whether the audience is still being written; recipients already written may be sent to */
  isFilling: boolean
  onUnknown: 'hold' | 'resend'
  isPaid: boolean
  abTest: StartedAbTest | undefined
}

/** Lists broadcasts that run or should have started by `now`, outside their quiet hours, oldest first. */
export async function listWork(db: Db, now: number): Promise<BroadcastWork[]> {
  const { id, state, revision, onUnknown, isPaid, startedAt } = broadcasts
  const { trialPercent: percent, trialMinutes: minutes, trialEndsAt: endsAt, winner, isSnapshotWhole } = broadcasts
  const isDue = and(eq(state, 'scheduled'), lte(broadcasts.scheduledAt, now))
  const rows = await db.orm
    .select({ id, state, revision, onUnknown, isPaid, percent, minutes, endsAt, winner, isSnapshotWhole })
    .from(broadcasts)
    .where(
      and(
        or(inArray(state, ['preparing', 'running']), isDue),
        not(isQuiet(now)),
        not(isWaitingForWinner(now)),
        not(isIdleStep),
      ),
    )
    .orderBy(asc(startedAt), asc(id))
    .limit(100)
  return rows.flatMap(({ state, percent, minutes, endsAt, winner, isSnapshotWhole, ...row }) => {
    if (state !== 'scheduled' && state !== 'preparing' && state !== 'running') return []
    const abTest = percent === null ? undefined : { minutes, endsAt, winner }
    return [{ ...row, state, abTest, isFilling: state !== 'scheduled' && !isSnapshotWhole }]
  })
}

/** SQL: the broadcast is a series step without pending rows; there may be a thousand of these. */
const isIdleStep = sql`(series_id is not null and not exists (select 1 from deliveries
  where broadcast_id = broadcasts.id and state = 'pending'))`

/** SQL: only recipients held for the A/B winner are left: no work until a winner is chosen or the test is over. */
function isWaitingForWinner(now: number) {
  return sql`(state = 'running' and is_snapshot_whole and trial_percent is not null and winner is null
    and (trial_minutes is null or coalesce(trial_ends_at, 0) > ${now})
    and exists (select 1 from deliveries where broadcast_id = broadcasts.id and state = 'held')
    and not exists (select 1 from deliveries where broadcast_id = broadcasts.id and state = 'pending'))`
}

export async function findPlan(db: Db, id: string) {
  const { revision, content, audience, startedAt, audienceUntil, trialPercent } = broadcasts
  const [row] = await db.orm
    .select({ revision, content, audience, startedAt, audienceUntil, trialPercent })
    .from(broadcasts)
    .where(eq(broadcasts.id, id))
    .limit(1)
  return row
}

/** Max delay of a start, quiet hours included, ms. A later broadcast may be out of date: an administrator decides. */
const maxLateMs = 24 * 3600_000

/** Starts a scheduled broadcast that is due. If it is more than a day late, pauses it instead. */
export async function startScheduled(db: Db, id: string, now: number): Promise<void> {
  const isDue = and(eq(broadcasts.id, id), eq(broadcasts.state, 'scheduled'), lte(broadcasts.scheduledAt, now))
  const isLate = sql`scheduled_at < ${now - maxLateMs}`
  const set = {
    state: sql`iif(${isLate}, 'paused', 'preparing')`,
    reason: sql`iif(${isLate}, ${'late' satisfies Reason}, null)`,
    error: null,
    startedAt: now,
    audienceUntil: audienceCutoff(now),
    updatedAt: now,
  }
  await db.write(() => db.orm.update(broadcasts).set(set).where(isDue))
}

/** @returns whether a row of the broadcast is due now */
export async function hasDue(db: Db, id: string, now: number): Promise<boolean> {
  const due = (condition: string) =>
    `exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending' and due_at ${condition})`
  const row = await db.readOne(`select ${due('<= ?2')} or ${due(`> ?2 + ${farDue}`)} as is_due`)(id, now)
  return row?.is_due === 1
}

/** Finishes a broadcast if no rows wait, none are in flight and no task is pending. */
export async function finishIfDone(db: Db, id: string, now: number): Promise<void> {
  const isOver = `state = 'running' and is_snapshot_whole and task is null and series_id is null
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending')
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'held')
    and not exists (select 1 from deliveries indexed by deliveries_busy
      where state in ('claimed', 'sending') and broadcast_id = ?1)`
  // The condition is read before the write: most of the time the last rows are still in flight.
  const row = await db.readOne(`select 1 from broadcasts where id = ?1 and ${isOver}`)(id)
  if (!row) return
  const sql = `update broadcasts set state = 'finished', finished_at = ?2, updated_at = ?2 where id = ?1 and ${isOver}`
  await db.writeRaw([{ sql, args: [id, now] }])
}
