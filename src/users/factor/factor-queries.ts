import { aliasedTable, and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { auditLog, factorReplacements, users } from '../../db/schema/accounts.ts'
import { isActiveAdmin } from '../queries.ts'

export interface WaitingReplacement {
  userId: string
  login: string
  requestedBy: string
  requester: string
  /** Time of the request, ms UTC */
  requestedAt: number
  expiresAt: number
}

const requester = aliasedTable(users, 'requester')
/** Returns whether a request is open. Ignores requests by someone who is no longer an administrator. */
const isWaiting = (now: number) => {
  const { approvedAt, expiresAt, requestedBy } = factorReplacements
  return and(isNull(approvedAt), gt(expiresAt, now), isActiveAdmin(sql`${requestedBy}`, now))
}

/** Lists open requests, oldest first; only those of one account if `userId` is given */
export async function listWaiting(
  db: Db,
  now: number,
  { userId, limit }: { userId?: string; limit: number },
): Promise<WaitingReplacement[]> {
  const { requestedBy, requestedAt, expiresAt } = factorReplacements
  return db.orm
    .select({
      userId: factorReplacements.userId,
      login: users.login,
      requester: requester.login,
      ...{ requestedBy, requestedAt, expiresAt },
    })
    .from(factorReplacements)
    .innerJoin(users, eq(users.id, factorReplacements.userId))
    .innerJoin(requester, eq(requester.id, requestedBy))
    .where(and(isWaiting(now), userId === undefined ? undefined : eq(factorReplacements.userId, userId)))
    .orderBy(asc(requestedAt))
    .limit(limit)
}

export interface ReplacementAct {
  userId: string
  actorId: string
  /** Current time, ms UTC */
  now: number
}

/**
 * Time after promotion during which an administrator takes no part, ms: an administrator who promotes others could
 * otherwise act twice
 */
const newAdminFor = 7 * 24 * 3600_000

/**
 * Returns an SQL condition: another administrator has promoted this user recently. Promotions by the command line and
 * by undo do not count.
 */
const isNewAdmin = (id: string | SQL, now: number) => sql`
  exists (select 1 from ${auditLog} made where made.subject_id = ${id} and made.act in ('user.role', 'user.invite')
    and made.at > ${now - newAdminFor} and json_extract(made.after, '$.role') = 'admin'
    and json_extract(made.after, '$.isUndo') is null)`

export async function isNewAdministrator(db: Db, id: string, now: number): Promise<boolean> {
  const [row] = await db.orm.all<{ isNew: number }>(sql`select ${isNewAdmin(id, now)} as isNew`)
  return row?.isNew === 1
}

/** Stores a request unless one is open already; replaces a closed request. */
export function putRequest(
  db: Db,
  { userId, actorId, now }: ReplacementAct,
  expiresAt: number,
): BatchStatement<{ userId: string }[]> {
  return db.orm.all<{ userId: string }>(sql`
    insert into factor_replacements (user_id, requested_by, requested_at, expires_at)
    select ${userId}, ${actorId}, ${now}, ${expiresAt}
    where ${userId} <> ${actorId} and ${isActiveAdmin(actorId, now)} and not ${isNewAdmin(actorId, now)}
    on conflict (user_id) do update set requested_by = excluded.requested_by, requested_at = excluded.requested_at,
      expires_at = excluded.expires_at, approved_by = null, approved_at = null
    where approved_at is not null or factor_replacements.expires_at <= ${now}
      or not ${isActiveAdmin(sql`factor_replacements.requested_by`, now)}
    returning user_id as userId`)
}

/** Approves a request as a different administrator, while the requester is still an active administrator. */
export function putApproval(
  db: Db,
  { userId, actorId, now }: ReplacementAct,
  requestedAt: number,
): BatchStatement<{ userId: string }[]> {
  return db.orm.all<{ userId: string }>(sql`
    update factor_replacements set approved_by = ${actorId}, approved_at = ${now}
    where user_id = ${userId} and requested_at = ${requestedAt} and approved_at is null and expires_at > ${now}
      and user_id <> ${actorId} and requested_by <> ${actorId}
      and ${isActiveAdmin(actorId, now)} and ${isActiveAdmin(sql`factor_replacements.requested_by`, now)}
      and not ${isNewAdmin(actorId, now)} and not ${isNewAdmin(sql`factor_replacements.requested_by`, now)}
    returning user_id as userId`)
}

/** Removes TOTP, passkeys, recovery codes and API tokens, if an earlier statement of the batch wrote this approval. */
export function clearApproved(db: Db, { userId, actorId, now }: ReplacementAct): BatchStatement[] {
  const isApproved = sql`exists (select 1 from factor_replacements
    where user_id = ${userId} and approved_by = ${actorId} and approved_at = ${now})`
  return [
    db.orm.run(sql`
      update users set totp_secret = null, totp_last_step = null where id = ${userId} and ${isApproved}`),
    db.orm.run(sql`delete from passkeys where user_id = ${userId} and ${isApproved}`),
    db.orm.run(sql`delete from recovery_codes where user_id = ${userId} and ${isApproved}`),
    db.orm.run(sql`delete from api_tokens where user_id = ${userId} and ${isApproved}`),
  ]
}

export function deleteRequest(db: Db, { userId, actorId, now }: ReplacementAct): BatchStatement<{ userId: string }[]> {
  return db.orm.all<{ userId: string }>(sql`
    delete from factor_replacements where user_id = ${userId} and approved_at is null and expires_at > ${now}
      and ${isActiveAdmin(actorId, now)}
    returning user_id as userId`)
}
