import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { apiTokens } from '../../db/schema/accounts.ts'
import { type Condition, conditionSql } from '../queries.ts'

/**
 * Sessions to end: either specific sessions (only those of user `of`, if given), or all sessions of a user except one.
 */
export type SessionsToEnd = { sessionIds: readonly string[]; of?: string } | { userId: string; except?: string }

/** SQL: this session of this user still exists. */
export function sessionExists(id: string, userId: string): SQL {
  return sql`exists (select 1 from sessions where id = ${id} and user_id = ${userId})`
}

/**
 * Deletes sessions; no other query does. Impersonated sessions end with the session in which they began, and with the
 * sessions of their user.
 */
export function deleteSessions(db: Db, which: SessionsToEnd, condition: Condition): BatchStatement<{ id: string }[]> {
  const isMet = conditionSql(condition)
  return db.orm.all<{ id: string }>(sql`delete from sessions where ${matching(which)} and ${isMet} returning id`)
}

/** Selects the sessions to end. Uses one index per branch: an `or` would scan every session. */
function matching(which: SessionsToEnd) {
  if ('sessionIds' in which) {
    const ids = sql.join(
      which.sessionIds.map((id) => sql`${id}`),
      sql`, `,
    )
    const isTheirs = which.of === undefined ? sql`true` : sql`${which.of} in (user_id, impersonator_id)`
    return sql`id in (select id from sessions where id in (${ids}) and ${isTheirs}
      union all select id from sessions where begun_in in (${ids}) and ${isTheirs})`
  }
  const { userId, except } = which
  const all = sql`id in (select id from sessions where user_id = ${userId}
    union all select id from sessions where impersonator_id = ${userId})`
  return except === undefined ? all : sql`${all} and id <> ${except}`
}

/** Revokes all tokens of a user whose sessions all end */
export function deleteTokens(db: Db, userId: string, condition: SQL): BatchStatement {
  return db.orm.delete(apiTokens).where(and(eq(apiTokens.userId, userId), condition))
}
