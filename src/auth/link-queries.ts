import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../db/client.ts'
import { accountLinks, users } from '../db/schema/accounts.ts'
import { subscribers } from '../db/schema/telegram.ts'
import { deleteLinks, type LinkRow } from './queries.ts'

export function releaseLink(db: Db, { hash, kind, usedAt }: LinkRow): BatchStatement {
  const all = and(eq(accountLinks.kind, 'setup'), sql`${accountLinks.usedAt} is ${usedAt}`)
  const claimed = kind === 'setup' ? all : eq(accountLinks.hash, hash)
  return db.orm.update(accountLinks).set({ usedAt: null }).where(claimed)
}

/** Inserts the setup link atomically unless a valid one exists. @returns the link stored afterward */
export async function ensureSetupLink(
  db: Db,
  row: Pick<LinkRow, 'hash' | 'createdAt' | 'expiresAt'>,
  now: number,
): Promise<LinkRow | undefined> {
  await db.writeBatch([
    db.orm.run(sql`
      delete from account_links where kind = 'setup' and (used_at is not null or expires_at <= ${now})`),
    db.orm.run(sql`
      insert into account_links (hash, kind, created_at, expires_at)
      select ${row.hash}, 'setup', ${row.createdAt}, ${row.expiresAt}
      where not exists (select 1 from account_links where kind = 'setup')`),
  ])
  const rows = await db.orm.select().from(accountLinks).where(eq(accountLinks.kind, 'setup')).limit(2)
  return rows.length === 1 ? rows[0] : undefined
}

/** Inserts the link of a user whom the same batch inserts; nothing if that user does not exist, as its login was taken. */
export function insertLinkOfNewUser(
  db: Db,
  { hash, kind, userId, createdAt, expiresAt }: Omit<LinkRow, 'failures' | 'usedAt'>,
): BatchStatement {
  return db.orm.run(sql`
    insert into account_links (hash, kind, user_id, created_at, expires_at)
    select ${hash}, ${kind}, id, ${createdAt}, ${expiresAt} from users where id = ${userId}`)
}

/** SQL: the link is still claimed; a newer link or a password change deletes it. */
export function isStillClaimed({ hash, usedAt }: LinkRow): SQL {
  return sql`exists (select 1 from account_links where hash = ${hash} and used_at is ${usedAt})`
}

/** Unlinks the user's Telegram chat, because a linked chat can sign in, and ends the links that were sent to it. */
export function unlinkChat(db: Db, userId: string): BatchStatement[] {
  return [
    deleteLinks(db, 'chat-reset', userId),
    db.orm.update(subscribers).set({ userId: null }).where(eq(subscribers.userId, userId)),
    db.orm.update(users).set({ telegramId: null, telegramName: null }).where(eq(users.id, userId)),
  ]
}

export async function hasAdministrators(db: Db): Promise<boolean> {
  const rows = await db.orm.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return rows.length > 0
}
