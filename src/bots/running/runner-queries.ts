import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botActs, botRevisions, bots } from '../../db/schema/bots.ts'
import { ownerHasEnded } from '../../jobs/lease-owner.ts'
import type { BotCommand } from '../engine/run-state.ts'
import type { Plan, StoredPlan } from '../plan.ts'

export type BotRow = typeof bots.$inferSelect

/* Max rows stored per bot, by table */
const maxLogEntries = 500
export const maxTrades = 20_000
/** Max hourly marks of a bot: three years */
const maxMarks = 26_280
const maxActs = 500
/** Max waiting commands read in one query */
export const maxActsRead = 100

/**
 * Leases running bots that are free, whose lease has expired or whose owner process on this machine has ended, and
 * renews the caller's leases. A single update, so a bot never has two lease owners.
 */
export async function claimBots(
  db: Db,
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<BotRow[]> {
  const isGoing = sql`${bots.state} in ('running', 'paused')`
  const held = await db.orm
    .selectDistinct({ holder: bots.holder })
    .from(bots)
    .where(and(isGoing, gt(bots.heldUntil, now)))
  const ended = JSON.stringify(held.flatMap(({ holder }) => (holder !== null && ownerHasEnded(holder) ? holder : [])))
  return db.write(() =>
    db.orm
      .update(bots)
      .set({ holder, heldUntil: until })
      .where(
        and(
          isGoing,
          sql`(${bots.holder} is null or ${bots.heldUntil} <= ${now} or ${bots.holder} = ${holder}
            or ${bots.holder} in (select value from json_each(${ended})))`,
        ),
      )
      .returning(),
  )
}

/** Releases the leases of an owner, so that another process can take over before they expire. */
export async function releaseBots(db: Db, holder: string): Promise<void> {
  await db.write(() => db.orm.update(bots).set({ holder: null, heldUntil: 0 }).where(eq(bots.holder, holder)))
}

export interface PlannedRevision {
  revision: number
  plan: Plan
}

export async function findPlan(db: Db, botId: string, revision: number): Promise<Plan | undefined> {
  const one = and(eq(botRevisions.botId, botId), eq(botRevisions.revision, revision))
  const [row] = await db.orm.select({ plan: botRevisions.plan }).from(botRevisions).where(one).limit(1)
  return row && readPlan(row.plan)
}

/** Returns revisions newer than `played`, ascending. `after`: the minute in progress when each was made, if known */
export async function listNewRevisions(
  db: Db,
  botId: string,
  played: number,
): Promise<(PlannedRevision & { after: number | undefined })[]> {
  const newer = and(eq(botRevisions.botId, botId), gt(botRevisions.revision, played))
  const rows = await db.orm
    .select({ revision: botRevisions.revision, plan: botRevisions.plan })
    .from(botRevisions)
    .where(newer)
    .orderBy(asc(botRevisions.revision))
    .limit(200)
  return rows.map(({ revision, plan }) => {
    const { after, ...own } = readJson<StoredPlan>(plan)
    return { revision, plan: own, after }
  })
}

export interface WaitingCommand {
  id: number
  act: BotCommand
}

/** Returns the waiting commands of a bot, oldest first. */
export async function listWaitingCommands(db: Db, botId: string): Promise<WaitingCommand[]> {
  const rows = await db.orm
    .select({ id: botActs.id, act: botActs.act })
    .from(botActs)
    .where(and(eq(botActs.botId, botId), isNull(botActs.takenAfter)))
    .orderBy(asc(botActs.id))
    .limit(maxActsRead)
  return rows.map(({ id, act }) => ({ id, act: readJson<BotCommand>(act) }))
}

/** SQL patterns of JSON log entries: a decision without effects, and a correction */
export const quietEntry = '%"intents":[],"dropped":[]}'
export const correctedEntry = '{"kind":"corrected"%'

/** Kind of a log entry. Each kind has its own limit, so that rare entries outlive those of every minute. */
const logKind = `case when entry like '${quietEntry}' then 0 when entry like '${correctedEntry}' then 1 else 2 end`

interface RowLimit {
  most: number
  /** SQL of the groups of rows, to each of which the limit applies */
  by?: string
}

/** Deletes the oldest rows over the limits of each bot. Profits of deleted trades remain in the bot's account. */
export async function trimBots(db: Db): Promise<void> {
  const trim = (table: string, { key, order, most, by = '0' }: Record<'key' | 'order', string> & RowLimit) => ({
    sql: `delete from ${table} where (${key}) in (select ${key} from (
      select ${key}, row_number() over (partition by bot_id, ${by} order by ${order}) as place from ${table})
      where place > ?)`,
    args: [most],
  })
  await db.writeRaw(
    [
      trim('bot_log', { key: 'bot_id, time, part', order: 'time desc, part desc', most: maxLogEntries, by: logKind }),
      trim('bot_trades', { key: 'bot_id, id', order: 'id desc', most: maxTrades }),
      trim('bot_marks', { key: 'bot_id, hour', order: 'hour desc', most: maxMarks }),
      // Commands that still wait are the newest, so they are not deleted.
      trim('bot_acts', { key: 'bot_id, id', order: 'id desc', most: maxActs }),
    ],
    { lane: 'bulk' },
  )
}

/** Parses JSON that the application has written itself, so its type is known. */
export function readJson<T>(text: string): T {
  return JSON.parse(text)
}

export function readPlan(text: string): Plan {
  const { after: _, ...plan } = readJson<StoredPlan>(text)
  return plan
}

export async function endBot(
  db: Db,
  {
    id,
    holder,
    state,
    reason,
    now,
  }: { id: string; holder: string; state: 'halted' | 'error'; reason: string; now: number },
): Promise<void> {
  const own = and(eq(bots.id, id), eq(bots.holder, holder))
  await db.write(() => db.orm.update(bots).set({ state, reason, holder: null, updatedAt: now }).where(own))
}
