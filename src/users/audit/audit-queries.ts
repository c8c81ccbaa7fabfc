import { type SQL, sql } from 'drizzle-orm'
import { loginKey } from '../../auth/names.ts'
import type { Db } from '../../db/client.ts'
import { type AuditFilter, startOfDay } from './audit-query.ts'

export interface AuditLine {
  id: number
  /** Time of the entry, ms UTC */
  at: number
  act: string
  isSuccess: 0 | 1
  actorId: string | null
  actorLogin: string | null
  subjectId: string | null
  subjectLogin: string | null
  before: string | null
  after: string | null
  address: string
  requestId: string
  /** Number of times that the act happened within the minute */
  count: number
}

const line = sql`
  id, at, act, is_success as isSuccess, actor_id as actorId, actor_login as actorLogin, subject_id as subjectId,
  subject_login as subjectLogin, before, after, address, request_id as requestId, count`

export interface AuditRequest {
  filter: AuditFilter
  /** Limits the list to entries with a lower ID (`below`), or with a higher ID, oldest first (`above`) */
  below?: number | undefined
  above?: number | undefined
  limit: number
}

/** Lists audit entries, newest first, or oldest first when `above` is given. */
export async function listAuditLines(db: Db, { filter, below, above, limit }: AuditRequest): Promise<AuditLine[]> {
  const { act, result, from, to } = filter
  const conditions = [
    sql`true`,
    filter.actor && isPerson(sql`actor_id`, filter.actor),
    filter.subject && isPerson(sql`subject_id`, filter.subject),
    act && sql`act = ${act}`,
    result && sql`is_success = ${result === 'success' ? 1 : 0}`,
    from &&
      sql`at >= ${startOfDay(from)} and id >= (
      select coalesce(min(id), 0) from (select id from audit_log where at >= ${startOfDay(from)} order by at limit 1))`,
    to &&
      sql`at < ${startOfDay(to, 1)} and id <= (
      select coalesce(max(id), 0) from (
        select id from audit_log where at < ${startOfDay(to, 1)} order by at desc, id desc limit 1))`,
    below !== undefined && sql`id < ${below}`,
    above !== undefined && sql`id > ${above}`,
  ]
  const where = sql.join(
    conditions.flatMap((condition) => (condition ? [condition] : [])),
    sql` and `,
  )
  const direction = above === undefined ? sql`desc` : sql`asc`
  return db.orm.all<AuditLine>(
    sql`select ${line} from audit_log where ${where} order by id ${direction} limit ${limit}`,
  )
}

/** Matches a user ID or a current login. Entries made under earlier logins of the same user match too. */
function isPerson(column: SQL, who: string): SQL {
  return sql`${column} in (select id from users where login_key = ${loginKey(who)} union all select ${who})`
}

/** Lists the acts on one user and the acts of that user, newest first. */
export async function listHistory(db: Db, userId: string, limit: number): Promise<AuditLine[]> {
  return db.orm.all<AuditLine>(sql`
    select ${line} from audit_log where id in (
      select id from (select id from audit_log where subject_id = ${userId} order by id desc limit ${limit})
      union
      select id from (select id from audit_log where actor_id = ${userId} order by id desc limit ${limit}))
    order by id desc limit ${limit}`)
}

/** Lists changes that administrators made to a user after an audit entry. */
export async function listChangesSince(db: Db, userId: string, since: number): Promise<AuditLine[]> {
  return db.orm.all<AuditLine>(sql`
    select ${line} from audit_log where subject_id = ${userId} and id > ${since} and before is not null
    order by id desc limit 20`)
}

/** Returns the ID of the newest audit entry; 0 for an empty log. */
export async function newestAuditId(db: Db): Promise<number> {
  const [row] = await db.orm.all<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_log`)
  return row?.id ?? 0
}

export interface BulkChange {
  subjectId: string | null
  /** Values before and after the change, JSON */
  before: string
  after: string
}

/** Lists the changes to users that one request of an administrator made after an audit entry. */
export async function listBulkChanges(
  db: Db,
  { actorId, requestId, after }: { actorId: string; requestId: string; after: number },
  limit: number,
): Promise<BulkChange[]> {
  return db.orm.all<BulkChange>(sql`
    select subject_id as subjectId, before, after from audit_log
    where actor_id = ${actorId} and id > ${after} and request_id = ${requestId}
      and before is not null and after is not null
    order by id limit ${limit}`)
}
