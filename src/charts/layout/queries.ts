import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { chartLayouts } from '../../db/schema/watching.ts'

export type LayoutRow = typeof chartLayouts.$inferSelect

export async function listLayouts(db: Db, userId: string, limit: number): Promise<LayoutRow[]> {
  return db.orm
    .select()
    .from(chartLayouts)
    .where(eq(chartLayouts.userId, userId))
    .orderBy(desc(chartLayouts.updatedAt), desc(chartLayouts.id))
    .limit(limit)
}

export async function findLayout(db: Db, userId: string, id: string): Promise<LayoutRow | undefined> {
  const own = and(eq(chartLayouts.id, id), eq(chartLayouts.userId, userId))
  const [row] = await db.orm.select().from(chartLayouts).where(own).limit(1)
  return row
}

export async function hasLayoutNamed(db: Db, userId: string, name: string, exceptId = ''): Promise<boolean> {
  const same = and(eq(chartLayouts.userId, userId), eq(chartLayouts.name, name), ne(chartLayouts.id, exceptId))
  return (await db.orm.$count(chartLayouts, same)) > 0
}

/**
 * Inserts a layout in one atomic statement, which also enforces unique names and the limit. @returns whether it was
 * saved
 */
export async function insertLayout(db: Db, row: LayoutRow, limit: number): Promise<boolean> {
  const { id, userId, name, body, updatedAt } = row
  const rows = await db.write(() =>
    db.orm.all(sql`
      insert into chart_layouts (id, user_id, name, body, updated_at)
      select ${id}, ${userId}, ${name}, ${body}, ${updatedAt}
      where (select count(*) from chart_layouts where user_id = ${userId}) < ${limit}
        and not exists (select 1 from chart_layouts where user_id = ${userId} and name = ${name})
      returning id`),
  )
  return rows.length > 0
}

/**
 * Updates a layout. @param seen  `updatedAt` of the layout when it was read. @returns false if the layout was changed
 * since or the name is taken
 */
export async function updateLayout(db: Db, row: LayoutRow, seen: number): Promise<boolean> {
  const { id, userId, name, body, updatedAt } = row
  const rows = await db.write(() =>
    db.orm.all(sql`
      update chart_layouts set name = ${name}, body = ${body}, updated_at = ${updatedAt}
      where id = ${id} and user_id = ${userId} and updated_at = ${seen}
        and not exists (select 1 from chart_layouts where user_id = ${userId} and name = ${name} and id <> ${id})
      returning id`),
  )
  return rows.length > 0
}

export async function deleteLayout(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.write(() =>
    db.orm
      .delete(chartLayouts)
      .where(and(eq(chartLayouts.id, id), eq(chartLayouts.userId, userId)))
      .returning({ id: chartLayouts.id }),
  )
  return rows.length > 0
}
