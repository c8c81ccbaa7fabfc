import type { InStatement } from '@libsql/client'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botActs, botRevisions, bots } from '../../db/schema/bots.ts'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import type { LogEntry, PersonalAct, RunState } from '../engine/step.ts'
import type { Plan } from '../plan.ts'

export type BotRow = typeof bots.$inferSelect

/* What is kept of each bot. */
const mostLogEntries = 500
const mostTrades = 20_000
/** Three years of hours */
const mostMarks = 26_280
const mostActs = 500

/** Takes those that run and nobody holds, and keeps its own. One statement: two processes never hold one bot. */
export async function claimBots(
  db: Db,
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<BotRow[]> {
  return db.write(() =>
    db.orm
      .update(bots)
      .set({ holder, heldUntil: until })
      .where(
        and(
          sql`${bots.state} in ('running', 'paused')`,
          sql`(${bots.holder} is null or ${bots.heldUntil} <= ${now} or ${bots.holder} = ${holder})`,
        ),
      )
      .returning(),
  )
}

/** For who takes over: at once, instead of when the lease has ended. */
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
  return row && readJson<Plan>(row.plan)
}

export interface WaitingAct {
  id: number
  act: PersonalAct
}

/** Oldest first. */
export async function listWaitingActs(db: Db, botId: string): Promise<WaitingAct[]> {
  const rows = await db.orm
    .select({ id: botActs.id, act: botActs.act })
    .from(botActs)
    .where(and(eq(botActs.botId, botId), isNull(botActs.takenAfter)))
    .orderBy(asc(botActs.id))
    .limit(100)
  return rows.map(({ id, act }) => ({ id, act: readJson<PersonalAct>(act) }))
}

/** What some minutes have done to a bot, to be written as one. */
export interface Effects {
  botId: string
  holder: string
  /** The cursor that they begin at: another one means that somebody else has gone on */
  from: number
  to: number
  state: BotRow['state']
  reason: string | null
  playedRevision: number
  run: RunState
  equity: Money
  firstTrade: number
  trades: readonly (Fill & { isCaughtUp: boolean })[]
  marks: readonly { hour: number; equity: Money; close: number }[]
  log: readonly { time: number; entry: LogEntry }[]
  /** Acts that have taken effect, and after which minute */
  taken: readonly { id: number; after: number }[]
  /** Revisions that are played from now on, and after which minute */
  played: readonly { revision: number; after: number }[]
  now: number
}

/** Behind what is logged of the same minute already: acts come after its decisions were written. */
const nextPart = 'select coalesce(max(part) + 1, 0) from bot_log where bot_id = ? and time = ?'

/** @returns statements of one bot, the last of which changes its row, or nothing at all where it is no longer held */
export function effectStatements(effects: Effects): InStatement[] {
  const { botId, holder, from, to, state, reason, run, equity, now } = effects
  const still = 'exists (select 1 from bots where id = ? and holder = ? and cursor = ?)'
  const held = [botId, holder, from]
  return [
    ...effects.trades.map(({ time, order, price, quantity, fee, profit, isCaughtUp }, index) => ({
      sql: `insert into bot_trades select ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where ${still}`,
      args: [
        botId,
        effects.firstTrade + index,
        time,
        order.side,
        price,
        quantity,
        fee,
        profit,
        order.reason,
        isCaughtUp ? 1 : 0,
        ...held,
      ],
    })),
    ...effects.marks.map(({ hour, equity: marked, close }) => ({
      sql: `insert or replace into bot_marks select ?, ?, ?, ? where ${still}`,
      args: [botId, hour, marked, close, ...held],
    })),
    ...effects.log.map(({ time, entry }) => ({
      sql: `insert into bot_log select ?, ?, (${nextPart}), ? where ${still}`,
      args: [botId, time, botId, time, JSON.stringify(entry), ...held],
    })),
    ...effects.taken.map(({ id, after }) => ({
      sql: `update bot_acts set taken_after = ? where bot_id = ? and id = ? and ${still}`,
      args: [after, botId, id, ...held],
    })),
    ...effects.played.map(({ revision, after }) => ({
      sql: `update bot_revisions set played_after = ? where bot_id = ? and revision = ? and ${still}`,
      args: [after, botId, revision, ...held],
    })),
    {
      sql: `update bots set cursor = ?, snapshot = ?, equity = ?, state = case when state in ('running', 'paused') then ? else state end,
        reason = case when state in ('running', 'paused') then ? else reason end, played_revision = ?, next_trade = ?, updated_at = ?
        where id = ? and holder = ? and cursor = ?`,
      args: [
        to,
        JSON.stringify(run),
        equity,
        state,
        reason,
        effects.playedRevision,
        effects.firstTrade + effects.trades.length,
        now,
        ...held,
      ],
    },
  ]
}

/** JSON of a decision that came to nothing, and of a correction */
export const quietEntry = '%"intents":[],"dropped":[]}'
export const correctedEntry = '{"kind":"corrected"%'

/** Each kind is kept apart: what rarely happens outlives what happens every minute. */
const logKind = `case when entry like '${quietEntry}' then 0 when entry like '${correctedEntry}' then 1 else 2 end`

interface Kept {
  most: number
  /** SQL of what is kept apart */
  by?: string
}

/** Drops what is oldest beyond what is kept of each bot; its account remembers what trades have brought. */
export async function trimBots(db: Db): Promise<void> {
  const trim = (table: string, { key, order, most, by = '0' }: Record<'key' | 'order', string> & Kept) => ({
    sql: `delete from ${table} where (${key}) in (select ${key} from (
      select ${key}, row_number() over (partition by bot_id, ${by} order by ${order}) as place from ${table})
      where place > ?)`,
    args: [most],
  })
  await db.writeRaw(
    [
      trim('bot_log', { key: 'bot_id, time, part', order: 'time desc, part desc', most: mostLogEntries, by: logKind }),
      trim('bot_trades', { key: 'bot_id, id', order: 'id desc', most: mostTrades }),
      trim('bot_marks', { key: 'bot_id, hour', order: 'hour desc', most: mostMarks }),
      // What waits is newer than what was taken.
      trim('bot_acts', { key: 'bot_id, id', order: 'id desc', most: mostActs }),
    ],
    { lane: 'bulk' },
  )
}

/** What this program has written itself: its shape is known. */
export function readJson<T>(text: string): T {
  return JSON.parse(text)
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
