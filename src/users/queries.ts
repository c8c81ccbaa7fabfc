import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { UserRow } from '../auth/queries.ts'
import type { BatchStatement, Db } from '../db/client.ts'
import { hasKeyOf } from '../db/keyed-id.ts'
import { savedViews, users } from '../db/schema/accounts.ts'

export type Standing = Pick<UserRow, 'role' | 'status' | 'banReason' | 'banUntil'>
export type SavedView = typeof savedViews.$inferSelect

export interface StandingChange {
  id: string
  /** The version the change was decided on */
  version: number
  to: Standing
  actorId: string
  /** ms UTC */
  now: number
}

/** Only if unchanged since, and by an administrator still. Nobody decides about themselves, so one always is left. */
export function changeStanding(
  db: Db,
  { id, version, to, actorId, now }: StandingChange,
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update users set role = ${to.role}, status = ${to.status}, ban_reason = ${to.banReason}, ban_until = ${to.banUntil},
      version = version + 1
    where id = ${id} and version = ${version} and id <> ${actorId} and ${isActiveAdmin(actorId, now)}
    returning id`)
}

/** @param id  a person's, or a column that holds one */
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

/** Nothing is inserted beside one of the same key. */
export function insertSavedView(db: Db, { id, userId, name, query, createdAt }: SavedView): BatchStatement {
  return db.orm.run(sql`
    insert into saved_views (id, user_id, name, query, created_at)
    select ${id}, ${userId}, ${name}, ${query}, ${createdAt}
    where not exists (select 1 from saved_views where user_id = ${userId} and ${hasKeyOf(sql`id`, id)})`)
}

export function deleteSavedView(db: Db, userId: string, id: string): BatchStatement {
  return db.orm.delete(savedViews).where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
}
