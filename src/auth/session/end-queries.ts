import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'

/** Those named, where `of` is given only that person's; or all of a person's but one. */
export type SessionsToEnd = { sessionIds: readonly string[]; of?: string } | { userId: string; except?: string }

/** Whatever comes before it in the batch; only if the statement just before it has changed a row; or if this is true then. */
export type Condition = 'always' | 'if-changed' | SQL

export function conditionSql(condition: Condition): SQL {
  if (condition === 'always') return sql`true`
  return condition === 'if-changed' ? sql`changes() > 0` : condition
}

/** SQL: nobody has ended that session of that person. */
export function goesOn(id: string, userId: string): SQL {
  return sql`exists (select 1 from sessions where id = ${id} and user_id = ${userId})`
}

/** All that removes sessions. Impersonating ones end with the session they began in and with all of their person's. */
export function deleteSessions(db: Db, which: SessionsToEnd, condition: Condition): BatchStatement<{ id: string }[]> {
  const isMet = conditionSql(condition)
  return db.orm.all<{ id: string }>(sql`delete from sessions where ${matching(which)} and ${isMet} returning id`)
}

/** By an index each: an "or" would read every session. */
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
