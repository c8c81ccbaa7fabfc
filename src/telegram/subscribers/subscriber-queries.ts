import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { subscribers } from '../../db/schema/telegram.ts'
import type { Locale } from '../../i18n/locales.ts'

export type SubscriberRow = typeof subscribers.$inferSelect

export async function findSubscriber(db: Db, chatId: number): Promise<SubscriberRow | undefined> {
  const [row] = await db.orm.select().from(subscribers).where(eq(subscribers.chatId, chatId)).limit(1)
  return row
}

/** Returns those of the given chats that have an active subscriber. */
export async function findActive(db: Db, chats: number[]): Promise<Set<number>> {
  const rows = await db.orm
    .select({ chatId: subscribers.chatId })
    .from(subscribers)
    .where(and(inArray(subscribers.chatId, chats), eq(subscribers.state, 'active')))
  return new Set(rows.map(({ chatId }) => chatId))
}

export type NewSubscriber = Pick<SubscriberRow, 'chatId' | 'locale' | 'name' | 'username'> & { now: number }

/** Subscribes a person. An existing subscriber keeps the chosen language. */
export function insertSubscriber(db: Db, { now, ...row }: NewSubscriber): BatchStatement {
  const { name, username } = row
  return db.orm
    .insert(subscribers)
    .values({ ...row, state: 'active', createdAt: now, activeAt: now })
    .onConflictDoUpdate({ target: subscribers.chatId, set: { state: 'active', name, username, activeAt: now } })
}

/** Updates a person who has written or clicked: the bot can reach them, whatever Telegram reported before. */
export function touchSubscriber(
  db: Db,
  { chatId, name, username, now }: Omit<NewSubscriber, 'locale'>,
): BatchStatement {
  const state = sql`case when state = 'stopped' then state else 'active' end`
  return db.orm.update(subscribers).set({ name, username, activeAt: now, state }).where(eq(subscribers.chatId, chatId))
}

/** Stops messages to a person. Stores an unknown person too: a list with their chat may be imported later. */
export function insertStopped(db: Db, { now, ...row }: NewSubscriber): BatchStatement {
  return db.orm
    .insert(subscribers)
    .values({ ...row, state: 'stopped', createdAt: now, activeAt: now })
    .onConflictDoUpdate({ target: subscribers.chatId, set: { state: 'stopped' } })
}

/** Marks a chat as blocked. A person who has stopped stays stopped, whatever they do with the chat afterwards. */
export function setBlocked(db: Db, chatId: number): BatchStatement {
  const own = and(eq(subscribers.chatId, chatId), ne(subscribers.state, 'stopped'))
  return db.orm.update(subscribers).set({ state: 'blocked' }).where(own)
}

export function setUnblocked(db: Db, chatId: number): BatchStatement {
  const cutOff = inArray(subscribers.state, ['blocked', 'gone', 'unreachable'])
  return db.orm
    .update(subscribers)
    .set({ state: 'active' })
    .where(and(eq(subscribers.chatId, chatId), cutOff))
}

export function setLocale(db: Db, chatId: number, locale: Locale): BatchStatement {
  return db.orm.update(subscribers).set({ locale }).where(eq(subscribers.chatId, chatId))
}
