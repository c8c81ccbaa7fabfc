import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { UserRow } from '../auth/queries.ts'
import type { BatchStatement, Db } from '../db/client.ts'
import { hasKeyOf } from '../db/keyed-id.ts'
import { savedViews, users } from '../db/schema/accounts.ts'

export type AccountStatus = Pick<UserRow, 'role' | 'status' | 'banReason' | 'banUntil'>
export type SavedView = typeof savedViews.$inferSelect

export interface StatusUpdate {
  id: string
  /** Version of the user for which the change was decided */
  version: number
  to: AccountStatus
  actorId: string
  /** Current time, ms UTC */
  now: number
}

/**
 * Changes the status only if the version matches and the actor is still an administrator. Nobody can change their own
 * status, so one administrator always remains.
 */
export function updateStatus(
  db: Db,
  { id, version, to, actorId, now }: StatusUpdate,
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update users set role = ${to.role}, status = ${to.status}, ban_reason = ${to.banReason}, ban_until = ${to.banUntil},
      version = version + 1
    where id = ${id} and version = ${version} and id <> ${actorId} and ${isActiveAdmin(actorId, now)}
    returning id`)
}

/** Returns an SQL condition: this user is an active administrator. @param id  a user ID or a column with one */
export function isActiveAdmin(id: string | SQL, now: number) {
  return sql`exists (select 1 from users actor where actor.id = ${id} and actor.role = 'admin'
    and (actor.status = 'active' or actor.ban_until <= ${now}))`
}

export async function findUsers(db: Db, ids: string[]): Promise<UserRow[]> {
  return db.orm.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).limit(ids.length)
}

export async function listSavedViews(db: Db, userId: string, limit: number): Promise<SavedView[]> {
  return db.orm
    .select()
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.createdAt), desc(savedViews.id))
    .limit(limit)
}

/** Inserts a saved list unless one with the same idempotency key exists. */
export function insertSavedView(db: Db, { id, userId, name, query, createdAt }: SavedView): BatchStatement {
  return db.orm.run(sql`
    insert into saved_views (id, user_id, name, query, created_at)
    select ${id}, ${userId}, ${name}, ${query}, ${createdAt}
    where not exists (select 1 from saved_views where user_id = ${userId} and ${hasKeyOf(sql`id`, id)})`)
}

export function deleteSavedView(db: Db, userId: string, id: string): BatchStatement {
  return db.orm.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
}
