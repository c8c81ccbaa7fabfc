import { isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bots } from '../../db/schema/bots.ts'
import type { Money } from '../engine/money.ts'
import type { Plan } from '../plan.ts'
import type { BotRow } from '../running/runner-queries.ts'

export async function listDemoBots(db: Db): Promise<Pick<BotRow, 'id' | 'state' | 'reason'>[]> {
  const { id, state, reason } = bots
  return db.orm.select({ id, state, reason }).from(bots).where(isNull(bots.userId)).limit(100)
}

export interface StartedDemo extends Pick<BotRow, 'id' | 'name' | 'asset' | 'tf'> {
  plan: Plan
  capital: Money
  source: string
  priceDigits: number
  volumeDigits: number
  /** First minute in which the bot may trade, ms UTC by the feed's clock */
  startedAt: number
  cursor: number
  now: number
}

/**
 * Inserts a running demo bot; replaces one whose source or asset is gone. Does nothing if another process was first.
 */
export async function insertDemoBot(db: Db, bot: StartedDemo): Promise<void> {
  const { id, source, priceDigits, volumeDigits, capital, now } = bot
  await db.writeRaw([
    {
      sql: `delete from bots where id = ? and user_id is null and state = 'halted'
        and reason in ('source-changed', 'asset-gone')`,
      args: [id],
    },
    {
      sql: `insert or ignore into bots (id, name, asset, tf, capital, state, revision, played_revision, created_at,
        updated_at, started_at, source, price_digits, volume_digits, cursor, equity)
        values (?, ?, ?, ?, ?, 'running', 1, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        id,
        bot.name,
        bot.asset,
        bot.tf,
        capital,
        now,
        now,
        bot.startedAt,
        source,
        priceDigits,
        volumeDigits,
        bot.cursor,
        capital,
      ],
    },
    {
      sql: `insert or ignore into bot_revisions (bot_id, revision, plan, created_at) values (?, 1, ?, ?)`,
      args: [id, JSON.stringify(bot.plan), now],
    },
  ])
}
