import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { type Condition, conditionSql } from '../queries.ts'
import { userColumnsSql } from '../stored-user.ts'
import { hasWarningsSql } from '../tries/warning-queries.ts'

export type SessionRow = typeof sessions.$inferSelect

/** Query that reads a session, its user and its impersonator: three or four primary key lookups. */
export const sessionSql = `
  select s.secret_hash as secretHash, s.created_at as createdAt, s.seen_at as seenAt, s.proven_at as provenAt,
    s.impersonator_id as impersonatorId, s.device, ${userColumnsSql},
    i.login as impersonatorLogin, i.role as impersonatorRole, i.status as impersonatorStatus, i.ban_until as impersonatorBanUntil,
    ${hasWarningsSql} as hasWarnings
  from sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
    left join devices device on device.user_id = s.user_id and device.hash = s.device
  where s.id = ?`

export function insertSession(db: Db, row: SessionRow, condition: Condition): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address,
      impersonator_id, begun_in, device)
    select ${row.id}, ${row.userId}, ${row.secretHash}, ${row.createdAt}, ${row.seenAt}, ${row.provenAt},
      ${row.userAgent}, ${row.address}, ${row.impersonatorId}, ${row.begunIn}, ${row.device}
    where ${conditionSql(condition)} returning id`)
}

export function touchSession(db: Db, id: string, userId: string, now: number): BatchStatement[] {
  return [
    db.orm.update(sessions).set({ seenAt: now }).where(eq(sessions.id, id)),
    db.orm.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId)),
  ]
}

/** A session with the login as which it acts. An administrator's list includes sessions that impersonate others. */
export interface ListedSessionRow extends SessionRow {
  login: string
}

/** Lists the sessions of a user, most recently seen first */
export async function listSessions(db: Db, userId: string): Promise<ListedSessionRow[]> {
  // Selects by one branch per index, as in `deleteSessions`.
  const own = sql`select id from sessions where user_id = ${userId}
    union all select id from sessions where impersonator_id = ${userId}`
  return db.orm
    .select({ ...getTableColumns(sessions), login: users.login })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.id} in (${own})`)
    .orderBy(sql`${sessions.seenAt} desc`)
}

/** Lists the sessions beyond the `most` most recently seen ones. @returns their IDs, least recently seen first */
export async function listSurplusSessions(db: Db, userId: string, most: number): Promise<string[]> {
  const rows = await db.orm.all<{ id: string }>(sql`
    select id from sessions where user_id = ${userId} order by seen_at desc, created_at desc, id limit -1 offset ${most}`)
  return rows.map(({ id }) => id).reverse()
}
