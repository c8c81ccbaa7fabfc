import { desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { BroadcastState } from '../db/broadcast-states.ts'
import type { BatchStatement, Db } from '../db/client.ts'
import { hasKeyOf } from '../db/keyed-id.ts'
import { broadcasts } from '../db/schema/broadcasts.ts'
import { subscribers } from '../db/schema/telegram.ts'
import type { BroadcastClick } from '../telegram/bot/bot-deps.ts'
import type { BroadcastRow } from './broadcast.ts'

/** Rows per background write */
export const sliceRows = 5000

/** Max broadcasts, of all states. Older ones are removed by hand. */
const maxBroadcasts = 100_000

export async function findBroadcast(db: Pick<Db, 'orm'>, id: string): Promise<BroadcastRow | undefined> {
  const [row] = await db.orm.select().from(broadcasts).where(eq(broadcasts.id, id)).limit(1)
  return row
}

export type BroadcastFields = Pick<
  BroadcastRow,
  | 'name'
  | 'content'
  | 'audience'
  | 'onUnknown'
  | 'quietFrom'
  | 'quietTo'
  | 'isPaid'
  | 'needsApproval'
  | 'trialPercent'
  | 'trialMinutes'
>

/** Inserts a draft. Returns no row if there are `maxBroadcasts` already, or a broadcast with the same key. */
export function insertBroadcast(
  db: Db,
  { id, by, now, ...fields }: BroadcastFields & { id: string; by: string | null; now: number },
): BatchStatement<{ id: string }[]> {
  const { name, content, audience, onUnknown, quietFrom, quietTo, isPaid, needsApproval } = fields
  const { trialPercent, trialMinutes } = fields
  return db.orm.all<{ id: string }>(sql`
    insert into broadcasts (id, name, state, content, audience, on_unknown, quiet_from, quiet_to, is_paid,
      needs_approval, trial_percent, trial_minutes, created_at, updated_at, created_by, edited_by)
    select ${id}, ${name}, 'draft', ${content}, ${audience}, ${onUnknown}, ${quietFrom}, ${quietTo}, ${Number(isPaid)},
      ${Number(needsApproval)}, ${trialPercent}, ${trialMinutes}, ${now}, ${now}, ${by}, ${by}
    where (select count(*) from broadcasts) < ${maxBroadcasts}
      and not exists (select 1 from broadcasts where ${hasKeyOf(sql`id`, id)})
    returning id`)
}

/** @returns the id of the broadcast, or step, that was created with the same key as `id` */
export async function findKeyedBroadcast(db: Pick<Db, 'orm'>, id: string): Promise<string | undefined> {
  const [row] = await db.orm.select({ id: broadcasts.id }).from(broadcasts).where(hasKeyOf(broadcasts.id, id)).limit(1)
  return row?.id
}

export interface Change {
  id: string
  from: readonly BroadcastState[]
  /** Revision at which the change applies; any revision if absent */
  revision?: number | undefined
  set: Partial<BroadcastRow> | Record<string, SQL | unknown>
  only?: SQL | undefined
  isOfSteps?: boolean
}

/** Updates a broadcast in a given state. One conditional update: returns a row only to the caller that was in time. */
export function updateBroadcast(
  db: Db,
  { id, from, revision, set, only, isOfSteps }: Change,
): BatchStatement<{ id: string }[]> {
  const isSeen = revision === undefined ? sql`true` : eq(broadcasts.revision, revision)
  const isThere = sql`${eq(broadcasts.id, id)} and ${inArray(broadcasts.state, [...from])}`
  return db.orm
    .update(broadcasts)
    .set(set)
    .where(sql`${isThere} and ${isSeen} and ${isOfSteps ? sql`true` : sql`series_id is null`} and ${only ?? sql`true`}`)
    .returning({ id: broadcasts.id })
}

export function deleteBroadcast(db: Db, id: string, from: readonly BroadcastState[]): BatchStatement<{ id: string }[]> {
  return db.orm
    .delete(broadcasts)
    .where(sql`${eq(broadcasts.id, id)} and ${inArray(broadcasts.state, [...from])} and series_id is null`)
    .returning({ id: broadcasts.id })
}

/** Conditions and values of broadcasts that only SQL can express */
export const noTask = sql`task is null`
export const nextRevision = sql`revision + 1`
export const unscheduled = "case when approved_revision = revision then 'approved' else 'draft' end"
export const unscheduledState = sql.raw(unscheduled)
export const isApproved = sql`(not needs_approval or approved_revision = revision)`
/** Subscription cutoff of a broadcast that starts: includes everybody, even if the clock was set back since. */
export const audienceCutoff = (now: number) => sql`(select max(${now}, coalesce(max(created_at), 0)) from subscribers)`
/** Columns that reopen a broadcast: a finished one runs again; a paused one stays paused. */
export const reopenColumns = {
  state: sql`case when state = 'finished' then 'running' else state end`,
  finishedAt: sql`null`,
}
/** New value of `needs_approval`. Once required, it stays required: otherwise people bound by it could remove it. */
export const approvalRequired = (isAsked: boolean) => sql`max(needs_approval, ${Number(isAsked)})`
/** SQL: the broadcast has variants, and no winner is chosen yet. */
export const isUndecided = sql`(trial_percent is not null and winner is null)`
export const isAbTestOver = (now: number) => sql`${isUndecided} and trial_ends_at <= ${now}`
export const isApprover = (by: string | null) => sql`edited_by is not ${by}`
export const isDraftApprover = (by: string | null) => sql`state = 'draft' and ${isApprover(by)}`
export const isEditApprover = (by: string | null) =>
  sql`state = 'paused' and task is null and not ${isApproved} and ${isApprover(by)}`
/** SQL: no task runs, and a broadcast that needs approval is paused: its edit is approved before it continues. */
export const isEditable = sql`task is null and (not needs_approval or state = 'paused')`
/** SQL: no task is running, and the broadcast ended after `since` or may continue. */
export const isDeletable = (since: number) =>
  sql`task is null and started_at is not null and (finished_at is null or finished_at > ${since})`
/** Max subscribers in one slice of `reactivateSlice` */
export const reactivatedRows = 5000

/** Reactivates a slice of lost subscribers. @returns their chat ids; a full slice means that there may be more */
export function reactivateSlice(db: Db, id: string) {
  // The query repeats the condition of the partial index, so that SQLite uses the index.
  const lost = sql`select d.chat_id from deliveries d join subscribers s on s.chat_id = d.chat_id and s.state = d.reason
    where d.broadcast_id = ${id} and d.state = 'failed' and d.state in ('failed', 'unknown', 'skipped')
      and d.reason in ('gone', 'unreachable') limit ${reactivatedRows}`
  return db.orm
    .update(subscribers)
    .set({ state: 'active' })
    .where(sql`${subscribers.chatId} in (${lost})`)
    .returning({ id: subscribers.chatId })
}

export const taskTotals = {
  retry: sql`failed`,
  assume: sql`unknown`,
  resend: sql`unknown`,
  edit: sql`sent`,
  delete: sql`sent`,
}

/** Lists broadcasts, newest first, without those that are steps of series. */
export async function listNewest(db: Db, limit: number): Promise<BroadcastRow[]> {
  return db.orm
    .select()
    .from(broadcasts)
    .where(isNull(broadcasts.seriesId))
    .orderBy(desc(broadcasts.createdAt), desc(broadcasts.id))
    .limit(limit)
}

/** Counts unsent messages of active broadcasts; of an incomplete audience only recipients added so far */
export async function countUnsent(db: Pick<Db, 'orm'>): Promise<number> {
  const { total, sent, failed, unknown, skipped } = broadcasts
  const [row] = await db.orm
    .select({ unsent: sql<number>`coalesce(sum(${total} - ${sent} - ${failed} - ${unknown} - ${skipped}), 0)` })
    .from(broadcasts)
    .where(inArray(broadcasts.state, ['preparing', 'running', 'paused']))
  return row?.unsent ?? 0
}

/**
 * SQL: the name contains the text. SQLite ignores the case of Latin letters only, so other texts are searched as typed,
 * in lower and upper case, and capitalized.
 */
export function nameHas(column: SQL, search: string): SQL {
  const lower = search.toLowerCase()
  const begun = lower.replace(/^./u, (letter) => letter.toUpperCase())
  const isFolded = /^[\0-\x7f]*$/.test(search)
  const spellings = isFolded ? [search] : [...new Set([search, lower, begun, search.toUpperCase()])]
  return sql`(${sql.join(
    spellings.map((spelling) => sql`${column} like ${`%${escaped(spelling)}%`} escape '\\'`),
    sql` or `,
  )})`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}

/** Counts a click once per person and button, and only for recipients of the broadcast, not for those of a test. */
export function clickStatements(db: Db, { broadcastId, button, chatId, now }: BroadcastClick): BatchStatement[] {
  return [
    db.orm.run(sql`
      insert into broadcast_clicks (broadcast_id, button, chat_id, at)
      select ${broadcastId}, ${button}, ${chatId}, ${now}
      where exists (select 1 from deliveries where broadcast_id = ${broadcastId} and chat_id = ${chatId})
      on conflict do nothing`),
    db.orm.run(sql`update broadcasts set clicks = clicks + 1 where id = ${broadcastId} and changes() > 0`),
  ]
}
