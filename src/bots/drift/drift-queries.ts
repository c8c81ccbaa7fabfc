import { and, asc, eq, gt, isNotNull, like, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botActs, botDrifts, botLog, bots, botTrades } from '../../db/schema/bots.ts'
import type { LogEntry } from '../engine/run-state.ts'
import { type BotRow, correctedEntry, readJson } from '../running/runner-queries.ts'
import type { ComparedTrade, Difference, Life } from './replay-life.ts'

/** Reasons why a bot's life cannot be replayed */
export type DriftFailure = 'candles-gone' | 'acts-gone' | 'source-changed' | 'too-long' | 'failed'

export interface DriftReport {
  /** The first differences found; `differing` is the number of all */
  differences: Difference[]
  failure?: DriftFailure | undefined
}

export interface Drift {
  /** Time of the check, ms UTC */
  checkedAt: number
  /** openTime of the last compared minute, ms UTC */
  until: number
  trades: number
  differing: number
  report: DriftReport
}

/** Value of `until` while the first drift check of a bot has not finished */
const never = -1

export async function findDrift(db: Db, botId: string): Promise<Drift | undefined> {
  const [row] = await db.orm
    .select()
    .from(botDrifts)
    .where(and(eq(botDrifts.botId, botId), gt(botDrifts.until, never)))
    .limit(1)
  return row && { ...row, report: readJson<DriftReport>(row.report) }
}

/** Stores the result of a drift check, unless the bot has been deleted in the meantime. */
export async function saveDrift(db: Db, botId: string, drift: Drift): Promise<void> {
  const { checkedAt, until, trades, differing, report } = drift
  await db.write(() =>
    db.orm.run(sql`
      insert or replace into bot_drifts (bot_id, checked_at, until, trades, differing, report)
      select id, ${checkedAt}, ${until}, ${trades}, ${differing}, ${JSON.stringify(report)} from bots where id = ${botId}`),
  )
}

/**
 * Claims a bot that was not checked since `since`. The claim is a single statement, so two processes never check the
 * same bot twice.
 */
export async function claimDrift(db: Db, { since, now }: { since: number; now: number }): Promise<BotRow | undefined> {
  const [claimed] = await db.write(() =>
    db.orm.all<{ id: string }>(sql`
      insert into bot_drifts (bot_id, checked_at, until, trades, differing, report)
      select bots.id, ${now}, ${never}, 0, 0, '{"differences":[]}' from bots
        left join bot_drifts checked on checked.bot_id = bots.id
        where bots.snapshot is not null and coalesce(checked.checked_at, bots.created_at) < ${since}
          and coalesce(checked.until, ${never}) < bots.cursor
        order by bots.id limit 1
      on conflict (bot_id) do update set checked_at = excluded.checked_at where checked_at < ${since}
      returning bot_id as id`),
  )
  if (!claimed) return undefined
  const [row] = await db.orm.select().from(bots).where(eq(bots.id, claimed.id)).limit(1)
  return row
}

/** Reads the stored trades of a bot, oldest first. */
export async function listLifeTrades(db: Db, { id, cursor }: BotRow): Promise<ComparedTrade[]> {
  const { time, side, price, quantity, fee, reason } = botTrades
  return db.orm
    .select({ time, side, price, quantity, fee, reason })
    .from(botTrades)
    .where(and(eq(botTrades.botId, id), lte(time, cursor)))
    .orderBy(asc(botTrades.id))
}

/** Reads the commands that took effect, in order. The first `id` is 1 unless old commands were deleted. */
export async function listAppliedCommands(db: Db, botId: string): Promise<Life['acts']> {
  const rows = await db.orm
    .select({ id: botActs.id, act: botActs.act, after: botActs.takenAfter })
    .from(botActs)
    .where(and(eq(botActs.botId, botId), isNotNull(botActs.takenAfter)))
    .orderBy(asc(botActs.id))
  return rows.map(({ id, act, after }) => ({ id, act: readJson(act), after: after ?? 0 }))
}

/** Reads corrections of published candles, as far as the bot's log goes back. */
export async function listCorrections(db: Db, botId: string): Promise<{ from: number; to: number }[]> {
  const rows = await db.orm
    .select({ entry: botLog.entry })
    .from(botLog)
    .where(and(eq(botLog.botId, botId), like(botLog.entry, correctedEntry)))
  return rows.map(({ entry }) => readJson<LogEntry & { kind: 'corrected' }>(entry))
}
