import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botActs, bots, botTrades } from '../../db/schema/bots.ts'
import type { BotCommand } from '../engine/run-state.ts'
import { type BotRow, readJson, type WaitingCommand } from '../running/runner-queries.ts'

const ofPerson = (userId: string) => and(eq(bots.userId, userId), eq(bots.kind, 'manual'))

/** Max accounts read for a user, who has at most one per asset */
const maxAccounts = 500

export interface AccountRow {
  row: BotRow
  /** Commands that wait to take effect, oldest first */
  acts: WaitingCommand[]
}

export async function listAccounts(db: Db, userId: string): Promise<AccountRow[]> {
  const rows = await db.orm.select().from(bots).where(ofPerson(userId)).orderBy(bots.asset).limit(maxAccounts)
  const waiting = await db.orm
    .select({ botId: botActs.botId, id: botActs.id, act: botActs.act })
    .from(botActs)
    .innerJoin(bots, eq(bots.id, botActs.botId))
    .where(and(ofPerson(userId), isNull(botActs.takenAfter)))
    .orderBy(botActs.botId, botActs.id)
    .limit(100 * maxAccounts)
  const byBot = Map.groupBy(waiting, ({ botId }) => botId)
  return rows.map((row) => ({
    row,
    acts: (byBot.get(row.id) ?? []).map(({ id, act }) => ({ id, act: readJson<BotCommand>(act) })),
  }))
}

export type ManualTrade = Pick<BotRow, 'asset' | 'priceDigits' | 'volumeDigits'> &
  Omit<typeof botTrades.$inferSelect, 'botId' | 'isCaughtUp'>

/**
 * Returns trades of a person's accounts, newest first. @param asset  limits the trades to one account
 * @param upTo  number of the newest trade
 */
export async function listManualTrades(
  db: Db,
  userId: string,
  { asset, limit, offset = 0, upTo }: { asset?: string | undefined; limit: number; offset?: number; upTo?: number },
): Promise<ManualTrade[]> {
  const { id, time, side, price, quantity, fee, profit, reason, note } = botTrades
  const { priceDigits, volumeDigits } = bots
  return db.orm
    .select({
      asset: bots.asset,
      priceDigits,
      volumeDigits,
      id,
      time,
      side,
      price,
      quantity,
      fee,
      profit,
      reason,
      note,
    })
    .from(botTrades)
    .innerJoin(bots, eq(bots.id, botTrades.botId))
    .where(
      and(
        ofPerson(userId),
        asset === undefined ? undefined : eq(bots.asset, asset),
        upTo === undefined ? undefined : lte(id, upTo),
      ),
    )
    .orderBy(desc(botTrades.time), desc(bots.asset), desc(botTrades.id))
    .limit(limit)
    .offset(offset)
}

/** Trades that are read to find the beginning of a position */
const maxPositionTrades = 1000

/** Returns a trade of a person after the earlier trades of its position, oldest first; empty without such a trade. */
export async function listPositionTrades(
  db: Db,
  { userId, asset, id }: { userId: string; asset: string; id: number },
): Promise<ManualTrade[]> {
  const newest = await listManualTrades(db, userId, { asset, limit: maxPositionTrades, upTo: id })
  const trades = newest[0]?.id === id ? newest.toReversed() : []
  let [held, first] = [0, 0]
  for (const [index, { side, quantity }] of trades.entries()) {
    if (held === 0) first = index
    held = side === 'buy' ? held + quantity : Math.max(0, held - quantity)
  }
  return trades.slice(first)
}

/** Writes a note on a trade of a person; an empty text removes it. @returns whether there is such a trade */
export async function noteTrade(
  db: Db,
  { userId, asset, id }: { userId: string; asset: string; id: number },
  note: string,
): Promise<boolean> {
  const own = db.orm
    .select({ id: bots.id })
    .from(bots)
    .where(and(ofPerson(userId), eq(bots.asset, asset)))
  const noted = await db.write(async () =>
    db.orm
      .update(botTrades)
      .set({ note: note === '' ? null : note })
      .where(and(inArray(botTrades.botId, own), eq(botTrades.id, id)))
      .returning({ id: botTrades.id }),
  )
  return noted.length > 0
}

/** Deletes the account with its orders and trades, even while it runs: its lease owner notices that the row is gone. */
export async function deletePaperAccount(db: Db, userId: string, asset: string): Promise<void> {
  await db.write(() =>
    db.orm.run(sql`delete from bots where user_id = ${userId} and asset = ${asset} and kind = 'manual'`),
  )
}
