import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { chartDrawings } from '../../db/schema/watching.ts'

export interface DrawingRow {
  id: string
  body: string
}

export interface NewDrawing extends DrawingRow {
  userId: string
  asset: string
  now: number
}

export async function listDrawings(db: Db, userId: string, asset: string, limit: number): Promise<DrawingRow[]> {
  return db.orm
    .select({ id: chartDrawings.id, body: chartDrawings.body })
    .from(chartDrawings)
    .where(and(eq(chartDrawings.userId, userId), eq(chartDrawings.asset, asset)))
    .orderBy(asc(sql`rowid`))
    .limit(limit)
}

/**
 * Saves a drawing in one atomic statement, which also enforces the limit and never changes a drawing's owner or asset.
 * @returns whether it was saved
 */
export async function putDrawing(db: Db, drawing: NewDrawing, limit: number): Promise<boolean> {
  const { id, userId, asset, body, now } = drawing
  const rows = await db.write(() =>
    db.orm.all(sql`
      insert into chart_drawings (id, user_id, asset, body, updated_at)
      select ${id}, ${userId}, ${asset}, ${body}, ${now}
      where exists (select 1 from chart_drawings where id = ${id})
        or (select count(*) from chart_drawings where user_id = ${userId} and asset = ${asset}) < ${limit}
      on conflict (id) do update set body = excluded.body, updated_at = excluded.updated_at
        where user_id = excluded.user_id and asset = excluded.asset
      returning id`),
  )
  return rows.length > 0
}

export async function findDrawingOwner(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.orm
    .select({ userId: chartDrawings.userId })
    .from(chartDrawings)
    .where(eq(chartDrawings.id, id))
    .limit(1)
  return row?.userId
}

export async function deleteDrawing(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.write(() =>
    db.orm
      .delete(chartDrawings)
      .where(and(eq(chartDrawings.id, id), eq(chartDrawings.userId, userId)))
      .returning({ id: chartDrawings.id }),
  )
  return rows.length > 0
}
