import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { hasKeyOf } from '../../db/keyed-id.ts'
import { broadcasts, buttonTemplates } from '../../db/schema/broadcasts.ts'
import type { BroadcastRow } from '../broadcast.ts'

export type TemplateRow = typeof buttonTemplates.$inferSelect

const maxTemplates = 200

export async function listTemplateRows(db: Pick<Db, 'orm'>): Promise<TemplateRow[]> {
  return db.orm.select().from(buttonTemplates).orderBy(asc(buttonTemplates.name)).limit(maxTemplates)
}

export async function findTemplateRow(db: Pick<Db, 'orm'>, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.orm.select().from(buttonTemplates).where(eq(buttonTemplates.id, id)).limit(1)
  return row
}

/** @returns the id of the template that was created with the same key as `id` */
export async function findKeyedTemplate(db: Pick<Db, 'orm'>, id: string): Promise<string | undefined> {
  const keyed = hasKeyOf(buttonTemplates.id, id)
  const [row] = await db.orm.select({ id: buttonTemplates.id }).from(buttonTemplates).where(keyed).limit(1)
  return row?.id
}

export async function hasTemplateNamed(db: Pick<Db, 'orm'>, name: string, exceptId = ''): Promise<boolean> {
  const same = sql`${buttonTemplates.name} = ${name} and ${buttonTemplates.id} <> ${exceptId}`
  return (await db.orm.$count(buttonTemplates, same)) > 0
}

/** Inserts a template. One statement, so that names stay unique and the limit holds; otherwise it returns no row. */
export function insertTemplate(db: Db, row: TemplateRow): BatchStatement<{ id: string }[]> {
  const { id, name, rows, createdAt, updatedAt } = row
  return db.orm.all<{ id: string }>(sql`
    insert into button_templates (id, name, rows, created_at, updated_at)
    select ${id}, ${name}, ${rows}, ${createdAt}, ${updatedAt}
    where (select count(*) from button_templates) < ${maxTemplates}
      and not exists (select 1 from button_templates where name = ${name})
      and not exists (select 1 from button_templates where ${hasKeyOf(sql`id`, id)})
    returning id`)
}

/** Updates a template; no row if it was changed or the name is taken. @param seen  its `updatedAt` when shown */
export function updateTemplate(
  db: Db,
  { id, name, rows, updatedAt }: Omit<TemplateRow, 'createdAt'>,
  seen: number,
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update button_templates set name = ${name}, rows = ${rows}, updated_at = max(${updatedAt}, updated_at + 1)
    where id = ${id} and updated_at = ${seen}
      and not exists (select 1 from button_templates where name = ${name} and id <> ${id})
    returning id`)
}

export function deleteTemplate(db: Db, id: string): BatchStatement<{ id: string }[]> {
  return db.orm.delete(buttonTemplates).where(eq(buttonTemplates.id, id)).returning({ id: buttonTemplates.id })
}

export type TemplateUse = Pick<BroadcastRow, 'id' | 'name' | 'state'>

/** Lists broadcasts, newest first. @param written  JSON texts that the content must contain, in any sequence */
export async function listUses(db: Pick<Db, 'orm'>, written: readonly string[], limit: number): Promise<TemplateUse[]> {
  return db.orm
    .select({ id: broadcasts.id, name: broadcasts.name, state: broadcasts.state })
    .from(broadcasts)
    .where(and(...written.map((part) => sql`instr(${broadcasts.content}, ${part}) > 0`)))
    .orderBy(desc(broadcasts.createdAt), desc(broadcasts.id))
    .limit(limit)
}
