import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { deleteLinks } from '../../auth/queries.ts'
import type { BatchStatement, Db } from '../../db/client.ts'
import { users } from '../../db/schema/accounts.ts'
import { subscribers, telegramLinks } from '../../db/schema/telegram.ts'

export type OfferRow = typeof telegramLinks.$inferSelect

export interface Offer extends OfferRow {
  login: string
  userName: string
}

/** Stores an offer to link an account. It replaces the person's previous offer. */
export function putOffer(
  db: Db,
  row: Pick<OfferRow, 'tokenHash' | 'userId' | 'sessionId' | 'expiresAt'>,
): BatchStatement {
  const { tokenHash, sessionId, expiresAt } = row
  const set = { tokenHash, sessionId, expiresAt, chatId: null, isConfirmedInChat: false }
  return db.orm.insert(telegramLinks).values(row).onConflictDoUpdate({ target: telegramLinks.userId, set })
}

export async function findOffer(db: Db, tokenHash: string, now: number): Promise<Offer | undefined> {
  return findOne(db, and(eq(telegramLinks.tokenHash, tokenHash), gt(telegramLinks.expiresAt, now)))
}

export async function findOwnOffer(
  db: Db,
  { userId, sessionId }: Pick<OfferRow, 'userId' | 'sessionId'>,
  now: number,
): Promise<Offer | undefined> {
  const own = and(eq(telegramLinks.userId, userId), eq(telegramLinks.sessionId, sessionId))
  return findOne(db, and(own, gt(telegramLinks.expiresAt, now)))
}

async function findOne(db: Db, which: ReturnType<typeof and>): Promise<Offer | undefined> {
  const [row] = await db.orm
    .select({ offer: telegramLinks, login: users.login, userName: users.name })
    .from(telegramLinks)
    .innerJoin(users, eq(users.id, telegramLinks.userId))
    .where(which)
    .limit(1)
  return row && { ...row.offer, login: row.login, userName: row.userName }
}

/** Assigns an offer to the first chat that opens it: only this chat may confirm the offer. */
export function claimOffer(db: Db, tokenHash: string, chatId: number): BatchStatement {
  const free = and(eq(telegramLinks.tokenHash, tokenHash), isNull(telegramLinks.chatId))
  return db.orm.update(telegramLinks).set({ chatId }).where(free)
}

export function confirmOffer(db: Db, tokenHash: string, chatId: number): BatchStatement {
  return db.orm.update(telegramLinks).set({ isConfirmedInChat: true }).where(ofChat(tokenHash, chatId))
}

export function dropOffer(db: Db, tokenHash: string, chatId: number): BatchStatement {
  return db.orm.delete(telegramLinks).where(ofChat(tokenHash, chatId))
}

function ofChat(tokenHash: string, chatId: number) {
  return and(eq(telegramLinks.tokenHash, tokenHash), eq(telegramLinks.chatId, chatId))
}

export function dropOwnOffer(db: Db, userId: string): BatchStatement {
  return db.orm.delete(telegramLinks).where(eq(telegramLinks.userId, userId))
}

export async function deleteEndedOffers(db: Db, now: number): Promise<void> {
  await db.write(() => db.orm.delete(telegramLinks).where(lte(telegramLinks.expiresAt, now)), { lane: 'bulk' })
}

/**
 * Links the chat that confirmed an offer, unless the chat or the account was linked meanwhile. The last statement
 * changes a row only if they were linked, so dependent statements follow it in the batch.
 */
export function linkStatements(
  db: Db,
  { userId, tokenHash, sessionId, now }: Pick<OfferRow, 'userId' | 'tokenHash' | 'sessionId'> & { now: number },
): readonly [BatchStatement<{ chatId: number }[]>, BatchStatement] {
  return [
    db.orm.all<{ chatId: number }>(sql`
      update subscribers set user_id = ${userId}, wants_alerts = true, wants_reports = true
      where user_id is null and not exists (select 1 from subscribers where user_id = ${userId})
        and chat_id = (select chat_id from telegram_links where token_hash = ${tokenHash} and user_id = ${userId}
          and session_id = ${sessionId} and is_confirmed_in_chat and expires_at > ${now})
        and not exists (select 1 from users where users.telegram_id = subscribers.chat_id and users.id <> ${userId})
      returning chat_id as chatId`),
    db.orm.run(sql`
      update users set (telegram_id, telegram_name) =
        (select chat_id, username from subscribers where user_id = users.id)
      where id = ${userId} and changes() > 0`),
  ]
}

/** Unlinks an account from its chat. The last statement changes a row only if the two were linked. */
export function unlinkStatements(db: Db, { userId, chatId }: { userId: string; chatId: number }): BatchStatement[] {
  const linked = and(eq(subscribers.chatId, chatId), eq(subscribers.userId, userId))
  return [
    // A link in a chat that no longer belongs to the account must not change its password.
    deleteLinks(db, 'chat-reset', userId),
    db.orm
      .update(users)
      .set({ telegramId: null, telegramName: null })
      .where(and(eq(users.id, userId), or(eq(users.telegramId, chatId), isNull(users.telegramId)))),
    db.orm.update(subscribers).set({ userId: null }).where(linked),
  ]
}

export type LinkedChat = Pick<
  typeof subscribers.$inferSelect,
  'chatId' | 'name' | 'username' | 'state' | 'locale' | 'wantsAlerts' | 'wantsReports'
>

export async function findLinkedChat(db: Db, userId: string): Promise<LinkedChat | undefined> {
  const { chatId, name, username, state, locale, wantsAlerts, wantsReports } = subscribers
  const [row] = await db.orm
    .select({ chatId, name, username, state, locale, wantsAlerts, wantsReports })
    .from(subscribers)
    .where(eq(subscribers.userId, userId))
    .limit(1)
  return row
}

/** Finds the account of a login with its linked chat; the columns of the chat are null without one. */
export async function findAccountOf(db: Db, loginKey: string) {
  const { chatId, locale, state } = subscribers
  const { id, login, status, banUntil } = users
  const [row] = await db.orm
    .select({ id, login, status, banUntil, chatId, locale, state })
    .from(users)
    .leftJoin(subscribers, eq(subscribers.userId, users.id))
    .where(eq(users.loginKey, loginKey))
    .limit(1)
  return row
}

/** Returns an SQL condition: the chat is not linked to the account. */
export function lacksChat(userId: string, chatId: number | null): SQL {
  return sql`not exists (select 1 from subscribers where chat_id = ${chatId} and user_id = ${userId})`
}

export type NotificationSettings = Pick<LinkedChat, 'wantsAlerts' | 'wantsReports'>

export async function setNotifications(db: Db, userId: string, wishes: NotificationSettings): Promise<void> {
  await db.write(() => db.orm.update(subscribers).set(wishes).where(eq(subscribers.userId, userId)))
}
