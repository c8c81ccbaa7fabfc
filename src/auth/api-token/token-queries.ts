import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { apiTokens } from '../../db/schema/accounts.ts'
import { userColumnsSql } from '../stored-user.ts'

export type TokenRow = typeof apiTokens.$inferSelect

/** Max number of tokens per account, not counting expired ones */
const maxTokens = 20

/** Query that reads a token and its owner: two primary key lookups, and one in an index if the owner has no TOTP. */
export const tokenSql = `
  select t.hash, t.scopes, t.expires_at as expiresAt, t.used_at as usedAt, ${userColumnsSql}
  from api_tokens t join users u on u.id = t.user_id
  where t.id = ?`

/**
 * Deletes expired tokens, then inserts one, unless the account has `maxTokens`, the token exists already or the session
 * has ended.
 */
export function insertToken(
  db: Db,
  row: Omit<TokenRow, 'usedAt'>,
  sessionId: string,
): [BatchStatement, BatchStatement<{ id: string }[]>] {
  const isOver = and(eq(apiTokens.userId, row.userId), lte(apiTokens.expiresAt, row.createdAt))
  return [
    db.orm.delete(apiTokens).where(isOver),
    db.orm.all<{ id: string }>(sql`
      insert into api_tokens (id, user_id, name, hash, scopes, created_at, expires_at)
      select ${row.id}, ${row.userId}, ${row.name}, ${row.hash}, ${row.scopes}, ${row.createdAt}, ${row.expiresAt}
      where (select count(*) from api_tokens where user_id = ${row.userId}) < ${maxTokens}
        and exists (select 1 from sessions where id = ${sessionId} and user_id = ${row.userId})
      on conflict (id) do nothing
      returning id`),
  ]
}

/** Lists a user's tokens, newest first */
export async function listTokens(db: Db, userId: string): Promise<TokenRow[]> {
  return db.orm
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(maxTokens)
}

export function deleteToken(db: Db, userId: string, id: string): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`delete from api_tokens where id = ${id} and user_id = ${userId} returning id`)
}

/** Revokes the tokens of a banned user. Checks the stored status: of concurrent bans only one is written. */
export function deleteTokensOfBanned(db: Db, userId: string): BatchStatement {
  return db.orm.run(sql`
    delete from api_tokens where user_id = ${userId}
      and exists (select 1 from users where id = ${userId} and status = 'banned')`)
}

export function touchToken(db: Db, id: string, userId: string, now: number): BatchStatement[] {
  return [
    db.orm
      .update(apiTokens)
      .set({ usedAt: now })
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId))),
  ]
}
