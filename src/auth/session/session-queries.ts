import { asc, eq, getTableColumns, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { accountLinks, sessions, users } from '../../db/schema/accounts.ts'
import { type Condition, conditionSql } from '../queries.ts'
import { userColumnsSql } from '../stored-user.ts'
import { hasWarningsSql } from '../tries/tries-queries.ts'
import { expiryOf } from './session-rules.ts'

export type SessionRow = typeof sessions.$inferSelect

/**
 * Query that reads a session, its user and its impersonator: three or four primary key lookups, and the user's alerts
 * by their index.
 */
export const sessionSql = `
  select s.secret_hash as secretHash, s.created_at as createdAt, s.seen_at as seenAt, s.proven_at as provenAt,
    s.impersonator_id as impersonatorId, s.device, ${userColumnsSql},
    i.login as impersonatorLogin, i.role as impersonatorRole, i.status as impersonatorStatus, i.ban_until as impersonatorBanUntil,
    ${hasWarningsSql} as hasWarnings,
    (select count(*) from price_alerts a
      where a.user_id = s.user_id and a.fired_at is not null and a.seen_at is null) as unseenAlerts
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

/** Number of rows per statement, so that other queries wait a few milliseconds at most. */
const batchSize = 500
const bulk = { lane: 'bulk' } as const
/** Retention of used links, ms, for investigations. */
const usedLinksFor = 24 * 60 * 60_000

export interface ExpiredSessions {
  ids: string[]
  last: string | undefined
}

/** Reads one batch of sessions by ID, starting after `after`; `endOf` decides which of them have expired. */
export async function findExpiredSessions(db: Db, now: number, after = ''): Promise<ExpiredSessions> {
  const rows = await db.orm
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      impersonatorId: sessions.impersonatorId,
      role: users.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(gt(sessions.id, after))
    .orderBy(asc(sessions.id))
    .limit(batchSize)
  const ids = rows
    .filter(
      ({ role, impersonatorId, ...age }) => expiryOf({ ...age, isImpersonated: impersonatorId !== null }, role) <= now,
    )
    .map(({ id }) => id)
  return { ids, last: rows.length < batchSize ? undefined : rows.at(-1)?.id }
}

export async function deleteExpiredLinks(db: Db, now: number): Promise<boolean> {
  const isOver = or(lte(accountLinks.expiresAt, now), lte(accountLinks.usedAt, now - usedLinksFor))
  const some = db.orm.select({ hash: accountLinks.hash }).from(accountLinks).where(isOver).limit(batchSize)
  const gone = await db.write(
    async () => db.orm.delete(accountLinks).where(inArray(accountLinks.hash, some)).returning(),
    bulk,
  )
  return gone.length === batchSize
}

/**
 * Deletes a batch of audit entries before `keptSince`, ms UTC. Triggers forbid the deletion except between the `open`
 * statements.
 */
export async function deleteOldAudit(db: Db, keptSince: number): Promise<boolean> {
  const open = (since: number) =>
    db.orm.run(sql`
      insert into audit_retention (id, kept_since) values (1, ${since})
      on conflict (id) do update set kept_since = excluded.kept_since`)
  const [, gone] = await db.writeBatch(
    [
      open(keptSince),
      db.orm.all<{ id: number }>(sql`
        delete from audit_log where id in (
          select id from audit_log where at < ${keptSince} order by at limit ${batchSize})
        returning id`),
      open(0),
    ],
    bulk,
  )
  return gone.length === batchSize
}
