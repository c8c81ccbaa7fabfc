import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { hasKeyOf } from '../../db/keyed-id.ts'
import { botActs, botMarks, botRevisions, bots, botTrades } from '../../db/schema/bots.ts'
import { dayMs, hourMs, minuteMs } from '../../market/timeframe.ts'
import type { BotCommand } from '../engine/run-state.ts'
import type { Plan, StoredPlan } from '../plan.ts'
import { type BotRow, readPlan } from '../running/runner-queries.ts'

/** Limits per owner: number of bots in any state, and of bots that are running or paused. */
const maxBots = 50
export const maxRunning = 10
/** Max commands that wait for one bot */
const maxWaitingActs = 100

export interface PlannedBot {
  row: BotRow
  /** Newest plan of the bot, which takes effect once nothing is held */
  plan: Plan
}

/** Returns the user's own bots, then public ones, newest first. Visitors without an account have none of their own. */
export async function listBots(db: Db, userId: string | undefined): Promise<PlannedBot[]> {
  const shown = userId === undefined ? isNull(bots.userId) : or(isNull(bots.userId), eq(bots.userId, userId))
  const rows = await db.orm
    .select({ row: bots, plan: botRevisions.plan })
    .from(bots)
    .innerJoin(botRevisions, and(eq(botRevisions.botId, bots.id), eq(botRevisions.revision, bots.revision)))
    .where(and(eq(bots.kind, 'strategy'), shown))
    .orderBy(sql`${bots.userId} is null`, desc(bots.createdAt), desc(bots.id))
    .limit(2 * maxBots)
  return rows.map(({ row, plan }) => ({ row, plan: readPlan(plan) }))
}

/** Finds a bot that the viewer may see. @param userId  undefined for visitors, who see only public bots */
export async function findBot(db: Db, id: string, userId: string | undefined): Promise<PlannedBot | undefined> {
  const shown = userId === undefined ? isNull(bots.userId) : or(isNull(bots.userId), eq(bots.userId, userId))
  return findOne(db, and(eq(bots.id, id), shown))
}

export async function findSharedBot(db: Db, key: string): Promise<PlannedBot | undefined> {
  return findOne(db, eq(bots.shareKey, key))
}

export async function findManualBot(db: Db, userId: string, asset: string): Promise<PlannedBot | undefined> {
  return findOne(db, and(eq(bots.userId, userId), eq(bots.asset, asset), eq(bots.kind, 'manual')))
}

async function findOne(db: Db, which: ReturnType<typeof and>): Promise<PlannedBot | undefined> {
  const [found] = await db.orm
    .select({ row: bots, plan: botRevisions.plan })
    .from(bots)
    .innerJoin(botRevisions, and(eq(botRevisions.botId, bots.id), eq(botRevisions.revision, bots.revision)))
    .where(which)
    .limit(1)
  return found && { row: found.row, plan: readPlan(found.plan) }
}

export type TradeRow = typeof botTrades.$inferSelect
type MarkRow = typeof botMarks.$inferSelect
export type RevisionRow = typeof botRevisions.$inferSelect

/** Returns trades with an id below `before`, newest first. */
export async function listTrades(
  db: Db,
  botId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number },
): Promise<TradeRow[]> {
  return db.orm
    .select()
    .from(botTrades)
    .where(and(eq(botTrades.botId, botId), sql`${botTrades.id} < ${before}`))
    .orderBy(desc(botTrades.id))
    .limit(limit)
}

export type Mark = Pick<MarkRow, 'hour' | 'equity' | 'close'>

/** Returns the last equity of each hour, ascending. Reads one row of JSON arrays: three years of hours are possible. */
export async function listMarks(db: Db, botId: string): Promise<Mark[]> {
  const [columns] = await db.orm.all<Record<'hours' | 'equities' | 'closes', string>>(sql`
    select json_group_array(hour) as hours, json_group_array(equity) as equities, json_group_array(close) as closes
    from (select hour, equity, close from ${botMarks} where bot_id = ${botId} order by hour)`)
  const [hours = [], equities = [], closes = []] = [columns?.hours, columns?.equities, columns?.closes].map(
    (text): number[] => JSON.parse(text ?? '[]'),
  )
  return hours.map((hour, index) => ({ hour, equity: equities[index] ?? 0, close: closes[index] ?? 0 }))
}

/**
 * Returns the last mark of each of a user's bots and paper accounts that is at least a day older than the bot's newest
 * minute, by bot id. Younger bots have none.
 */
export async function listDayOldMarks(db: Db, userId: string): Promise<ReadonlyMap<string, Mark>> {
  const rows = await db.orm.all<Mark & { botId: string }>(sql`
    select bots.id as botId, marks.hour, marks.equity, marks.close from ${bots} join ${botMarks} marks
      on marks.bot_id = bots.id and marks.hour = (select max(hour) from ${botMarks} older
        where older.bot_id = bots.id and older.hour <= bots.cursor + ${minuteMs - dayMs - hourMs})
    where bots.user_id = ${userId}`)
  return new Map(rows.map(({ botId, ...mark }) => [botId, mark]))
}

/** Returns the revisions of a bot, ascending. */
export async function listRevisions(db: Db, botId: string): Promise<RevisionRow[]> {
  return db.orm
    .select()
    .from(botRevisions)
    .where(eq(botRevisions.botId, botId))
    .orderBy(asc(botRevisions.revision))
    .limit(200)
}

export type NewBot = Pick<BotRow, 'id' | 'userId' | 'kind' | 'name' | 'asset' | 'tf' | 'capital'> & {
  plan: Plan
  now: number
}

/**
 * Inserts a bot. @returns false if the owner has `maxBots` already, has a bot with the same key, or has a manual
 * account for this asset
 */
export async function insertBot(db: Db, bot: NewBot): Promise<boolean> {
  const { id, userId, kind, name, asset, tf, capital, plan, now } = bot
  const [made] = await db.writeBatch([
    db.orm.all<{ id: string }>(sql`
      insert into bots (id, user_id, kind, name, asset, tf, capital, state, revision, played_revision, created_at, updated_at, equity)
      select ${id}, ${userId}, ${kind}, ${name}, ${asset}, ${tf}, ${capital}, 'draft', 1, 1, ${now}, ${now}, ${capital}
      where (${kind} = 'manual' or (select count(*) from bots where user_id = ${userId} and kind = ${kind}) < ${maxBots})
        and not exists (select 1 from bots where user_id = ${userId} and ${hasKeyOf(bots.id, id)})
      on conflict do nothing
      returning id`),
    db.orm.run(sql`
      insert into bot_revisions (bot_id, revision, plan, created_at)
      select ${id}, 1, ${JSON.stringify(plan)}, ${now} where exists (select 1 from bots where id = ${id})`),
  ])
  return made.length > 0
}

/** Finds the bot that was created with the same key as `id`. @returns the id of that bot */
export async function findKeyedBot(db: Db, userId: string, id: string): Promise<string | undefined> {
  const which = and(eq(bots.userId, userId), hasKeyOf(bots.id, id))
  const [found] = await db.orm.select({ id: bots.id }).from(bots).where(which).limit(1)
  return found?.id
}

export interface Begin {
  id: string
  source: string
  priceDigits: number
  volumeDigits: number
  /** openTime of the last minute before the bot begins, ms UTC */
  cursor: number
  /** Start of the bot by the feed's clock, ms UTC */
  startedAt: number
  now: number
  note?: BatchStatement | undefined
}

/** Starts a draft. @returns false if the bot is no longer a draft, or its owner has `maxRunning` bots already */
export async function beginBot(db: Db, begin: Begin): Promise<boolean> {
  const { id, source, priceDigits, volumeDigits, cursor, startedAt, now, note } = begin
  const [begun] = await db.writeBatch([
    db.orm.all<{ id: string }>(sql`
      update bots set state = 'running', source = ${source}, price_digits = ${priceDigits},
        volume_digits = ${volumeDigits}, cursor = ${cursor}, started_at = ${startedAt}, updated_at = ${now}
      where id = ${id} and state = 'draft' and (kind = 'manual' or user_id is null or (
        select count(*) from bots other where other.user_id = bots.user_id and other.kind = 'strategy'
          and other.state in ('running', 'paused')) < ${maxRunning})
      returning id`),
    ...(note ? [note] : []),
    // Stores the time at which the first revision took effect, but only if this call has started the bot.
    db.orm.run(sql`
      update bot_revisions set played_after = ${cursor} where bot_id = ${id} and played_after is null
        and revision = (select played_revision from bots where id = ${id} and started_at = ${startedAt} and cursor = ${cursor})`),
  ])
  return begun.length > 0
}

/** Number of newest commands among which the key of an order is searched: duplicate submissions come within seconds. */
const maxKeyedActs = 200

/** Checks whether a recent command is an order with this idempotency key. */
export async function hasKeyedCommand(db: Db, botId: string, key: string): Promise<boolean> {
  const [row] = await db.orm.all<{ has: number }>(sql`select exists (${keyedCommands(botId, key)}) as has`)
  return row?.has === 1
}

function keyedCommands(botId: string, key: string): SQL {
  return sql`select 1 from (select act from ${botActs} where bot_id = ${botId} order by id desc limit ${maxKeyedActs})
    where json_extract(act, '$.key') = ${key}`
}

/**
 * Stores a command, which takes effect between two minutes. @returns false if the bot is not running, too many commands
 * wait, or the bot has this order already
 */
export async function insertCommand(
  db: Db,
  id: string,
  { act, now, note }: { act: BotCommand; now: number; note?: BatchStatement | undefined },
): Promise<boolean> {
  const [made] = await db.writeBatch([
    db.orm.all<{ id: number }>(sql`
      insert into bot_acts (bot_id, id, act, created_at)
      select id, next_act, ${JSON.stringify(act)}, ${now} from bots
      where id = ${id} and state in ('running', 'paused')
        and (select count(*) from bot_acts where bot_id = ${id} and taken_after is null) < ${maxWaitingActs}
        and not exists (${keyedCommands(id, ('key' in act && act.key) || '')})
      returning id`),
    ...(note ? [note] : []),
    db.orm.run(sql`
      update bots set updated_at = ${now}, next_act = coalesce(
        (select max(bot_acts.id) + 1 from bot_acts where bot_acts.bot_id = ${id}), next_act)
      where id = ${id}`),
  ])
  return made.length > 0
}

/** Sets the key of a bot's share link. @param key  undefined removes the link */
export async function setShareKey(db: Db, id: string, key: string | undefined, now: number): Promise<void> {
  await db.write(() =>
    db.orm
      .update(bots)
      .set({ shareKey: key ?? null, updatedAt: now })
      .where(eq(bots.id, id)),
  )
}

/** Deletes a bot with its trades and log. @returns false if the bot is running */
export async function deleteBot(db: Db, id: string): Promise<boolean> {
  const rows = await db.write(() =>
    db.orm.all(sql`delete from bots where id = ${id} and state not in ('running', 'paused') returning id`),
  )
  return rows.length > 0
}

/** Max revisions of a bot. All of them are stored: drift checks replay a life with every revision that took effect. */
export const maxRevisions = 200

export interface NewRevision {
  id: string
  plan: StoredPlan
  name: string
  /** Settings that only a draft can still change; other bots keep theirs */
  draftSettings?: Pick<BotRow, 'asset' | 'tf' | 'capital'> | undefined
  /** Newest revision when the form was read, and whether the bot was a draft at that time */
  seen: number
  isDraft: boolean
  now: number
}

/** Inserts a revision. @returns false if a newer one exists, the bot has started or ended, or it has `maxRevisions` */
export async function insertRevision(
  db: Db,
  { id, plan, name, draftSettings, seen, isDraft, now }: NewRevision,
): Promise<boolean> {
  const { asset = null, tf = null, capital = null } = draftSettings ?? {}
  const [made] = await db.writeBatch([
    db.orm.all<{ revision: number }>(sql`
      insert into bot_revisions (bot_id, revision, plan, created_at)
      select id, revision + 1, ${JSON.stringify(plan)}, ${now} from bots where id = ${id} and revision = ${seen}
        and state in ('draft', 'running', 'paused') and (state = 'draft') = ${isDraft} and revision < ${maxRevisions}
      returning revision`),
    // A draft uses the new revision at once, a running bot once it holds nothing.
    db.orm.run(sql`
      update bots set revision = ${seen + 1}, name = ${name}, updated_at = ${now},
        played_revision = case when state = 'draft' then ${seen + 1} else played_revision end,
        asset = case when state = 'draft' then coalesce(${asset}, asset) else asset end,
        tf = case when state = 'draft' then coalesce(${tf}, tf) else tf end,
        capital = case when state = 'draft' then coalesce(${capital}, capital) else capital end,
        equity = case when state = 'draft' then coalesce(${capital}, equity) else equity end
      where id = ${id} and revision = ${seen}
        and exists (select 1 from bot_revisions where bot_id = ${id} and revision = ${seen + 1})`),
  ])
  return made.length > 0
}
