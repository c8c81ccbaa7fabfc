import { sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'

/** Those named, where `of` is given only that person's; or all of a person's but one. */
export type SessionsToEnd = { sessionIds: readonly string[]; of?: string } | { userId: string; except?: string }

/** Whatever comes before it in the batch; or only if the statement just before it has changed a row. */
export type EndCondition = 'always' | 'if-changed'

/** Nothing else removes a session. All of a person's are also those in which they look at the site as somebody else. */
export function deleteSessions(
  db: Db,
  which: SessionsToEnd,
  condition: EndCondition,
): BatchStatement<{ id: string }[]> {
  const ifChanged = condition === 'if-changed' ? sql` and changes() > 0` : sql``
  return db.orm.all<{ id: string }>(sql`delete from sessions where ${matching(which)}${ifChanged} returning id`)
}

function matching(which: SessionsToEnd) {
  if ('sessionIds' in which) {
    const ids = sql.join(
      which.sessionIds.map((id) => sql`${id}`),
      sql`, `,
    )
    return which.of === undefined ? sql`id in (${ids})` : sql`id in (${ids}) and user_id = ${which.of}`
  }
  const { userId, except } = which
  // By both indexes: an "or" would read every session.
  const all = sql`id in (select id from sessions where user_id = ${userId}
    union all select id from sessions where impersonator_id = ${userId})`
  return except === undefined ? all : sql`${all} and id <> ${except}`
}
