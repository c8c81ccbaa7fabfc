import { and, asc, eq, inArray, lte, not, or, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../db/client.ts'
import { broadcasts } from '../../db/schema/broadcasts.ts'
import type { Audience } from '../audience/audience.ts'
import { audienceWhere } from '../audience/audience-queries.ts'
import { placedColumns, type Trial } from '../variants/place.ts'
import { anyTime, farDue } from './claim-queries.ts'
import { isQuiet } from './quiet-queries.ts'

/** Rows of one write that nobody waits for */
export const sliceRows = 5000
/** Rows of a slice of an audience: what has come of sends waits for it, a third of a second for 5,000 on a busy machine. */
const fillRows = 1000

/** What there is to do for a broadcast; its content and audience are read when they are needed. */
export interface BroadcastWork {
  id: string
  state: 'scheduled' | 'preparing' | 'running'
  revision: number
  /** Its audience is still being written down; who is in it already may be sent to */
  isFilling: boolean
  onUnknown: 'hold' | 'resend'
  isPaid: boolean
  trial: { minutes: number | null; endsAt: number | null; winner: number | null } | undefined
}

/** Those that run or are to run by now, not in their quiet hours, oldest first. */
export async function listWork(db: Db, now: number): Promise<BroadcastWork[]> {
  const { id, state, revision, onUnknown, isPaid, startedAt } = broadcasts
  const { trialPercent: percent, trialMinutes: minutes, trialEndsAt: endsAt, winner, isSnapshotWhole } = broadcasts
  const isDue = and(eq(state, 'scheduled'), lte(broadcasts.scheduledAt, now))
  const rows = await db.orm
    .select({ id, state, revision, onUnknown, isPaid, percent, minutes, endsAt, winner, isSnapshotWhole })
    .from(broadcasts)
    .where(
      and(or(inArray(state, ['preparing', 'running']), isDue), not(isQuiet(now)), not(isTried(now)), not(isIdleStep)),
    )
    .orderBy(asc(startedAt), asc(id))
    .limit(100)
  return rows.flatMap(({ state, percent, minutes, endsAt, winner, isSnapshotWhole, ...row }) => {
    if (state !== 'scheduled' && state !== 'preparing' && state !== 'running') return []
    const trial = percent === null ? undefined : { minutes, endsAt, winner }
    return [{ ...row, state, trial, isFilling: state !== 'scheduled' && !isSnapshotWhole }]
  })
}

/** A step of a series that nobody waits to be sent; there may be a thousand of them. */
const isIdleStep = sql`(series_id is not null and not exists (select 1 from deliveries
  where broadcast_id = broadcasts.id and state = 'pending'))`

/** Its rest waits for a winner, and nobody else: there is nothing to do until somebody decides, or its time is over. */
function isTried(now: number) {
  return sql`(state = 'running' and is_snapshot_whole and trial_percent is not null and winner is null
    and (trial_minutes is null or coalesce(trial_ends_at, 0) > ${now})
    and exists (select 1 from deliveries where broadcast_id = broadcasts.id and state = 'held')
    and not exists (select 1 from deliveries where broadcast_id = broadcasts.id and state = 'pending'))`
}

export async function findPlan(db: Db, id: string) {
  const { revision, content, audience, startedAt, trialPercent } = broadcasts
  const [row] = await db.orm
    .select({ revision, content, audience, startedAt, trialPercent })
    .from(broadcasts)
    .where(eq(broadcasts.id, id))
    .limit(1)
  return row
}

/** SQL: on its way, and not all of its audience has rows. */
const isFilling = "state in ('preparing', 'running') and not is_snapshot_whole"

export async function beginScheduled(db: Db, id: string, now: number): Promise<void> {
  const isDue = and(eq(broadcasts.id, id), eq(broadcasts.state, 'scheduled'), lte(broadcasts.scheduledAt, now))
  const set = { state: 'preparing', startedAt: now, updatedAt: now, reason: null, error: null } as const
  await db.write(() => db.orm.update(broadcasts).set(set).where(isDue))
}

/**
 * The next slice of the audience, by chat, and how far it has come, in one write: whoever calls this meanwhile goes on
 * behind it. From the first slice on it runs: millions take a minute, and nobody waits for the last of them.
 * @returns `whole` when there was nobody left
 */
export async function fillSlice(
  db: Db,
  {
    id,
    audience,
    startedAt,
    trial,
    now,
    rows = fillRows,
  }: { id: string; audience: Audience; startedAt: number; trial?: Trial | undefined; now: number; rows?: number },
): Promise<'more' | 'whole'> {
  const cursor = sql`(select coalesce(snapshot_cursor, ${Number.MIN_SAFE_INTEGER}) from broadcasts where id = ${id} and ${sql.raw(isFilling)})`
  // By chat: any other index would be read from its start for each slice. Few who are looked for are found by theirs.
  const isFew = audience.chats || audience.clicked || audience.role === 'admin'
  const slice = new SQLiteAsyncDialect().sqlToQuery(
    sql`select chat_id, locale, name from subscribers ${isFew ? sql`` : sql`not indexed`}
      where ${audienceWhere(audience, startedAt)} and created_at <= ${startedAt} and chat_id > ${cursor} order by chat_id limit ${rows}`,
  )
  const params = slice.params.map((param) => (typeof param === 'number' ? param : String(param)))
  const { isTrial, variant } = trial ? placedColumns(id, trial) : { isTrial: '0', variant: '0' }
  const state = trial ? `iif(${isTrial}, 'pending', 'held')` : `'pending'`
  const [filled] = await db.writeRaw(
    [
      {
        sql: `insert or ignore into deliveries (broadcast_id, chat_id, locale, name, state, variant, is_trial, due_at, at)
          select ?, chat_id, locale, name, ${state}, ${variant}, ${isTrial}, ${anyTime}, ? from (${slice.sql})`,
        args: [id, now, ...params],
      },
      {
        sql: `update broadcasts set total = total + changes(), state = 'running',
            updated_at = iif(state = 'running', updated_at, ?),
            snapshot_cursor = (select max(chat_id) from deliveries where broadcast_id = ?)
          where changes() > 0 and id = ? and ${isFilling}`,
        args: [now, id, id],
      },
      // Its last slice was empty: the statement before has changed nothing.
      {
        sql: `update broadcasts set is_snapshot_whole = 1, state = 'running', updated_at = ?
          where changes() = 0 and id = ? and ${isFilling}`,
        args: [now, id],
      },
    ],
    { lane: 'bulk' },
  )
  return (filled?.rowsAffected ?? 0) > 0 ? 'more' : 'whole'
}

/** @returns whether a row may be due soon */
export async function hasDue(db: Db, id: string, now: number): Promise<boolean> {
  const due = (condition: string) =>
    `exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending' and due_at ${condition})`
  const row = await db.readOne(`select ${due('<= ?2')} or ${due(`> ?2 + ${farDue}`)} as is_due`)(id, now)
  return row?.is_due === 1
}

/** When nobody waits any more, nothing is under way and nothing is asked of its rows. */
export async function finish(db: Db, id: string, now: number): Promise<void> {
  const isOver = `state = 'running' and is_snapshot_whole and task is null and series_id is null
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending')
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'held')
    and not exists (select 1 from deliveries indexed by deliveries_busy
      where state in ('claimed', 'sending') and broadcast_id = ?1)`
  // Asked first: most of the time the last ones are still under way.
  const row = await db.readOne(`select 1 from broadcasts where id = ?1 and ${isOver}`)(id)
  if (!row) return
  const sql = `update broadcasts set state = 'finished', finished_at = ?2, updated_at = ?2 where id = ?1 and ${isOver}`
  await db.writeRaw([{ sql, args: [id, now] }])
}
