import { and, asc, eq, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { hasKeyOf } from '../../db/keyed-id.ts'
import { broadcasts } from '../../db/schema/broadcasts.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { approvalRequired, isApprover, nextRevision } from '../broadcast-queries.ts'
import { maxSteps } from './series.ts'

/** Lists the steps of a series in order. */
export async function listSteps(db: Pick<Db, 'orm'>, seriesId: string): Promise<BroadcastRow[]> {
  return db.orm
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.seriesId, seriesId))
    .orderBy(asc(broadcasts.seriesPosition))
    .limit(maxSteps)
}

/** Identifies steps that were shown, in order, with their revisions. */
export function stepsVersion(steps: readonly Pick<BroadcastRow, 'id' | 'revision'>[]): string {
  return steps.map(({ id, revision }) => `${id.slice(-8)}.${revision}`).join('-')
}

export interface NewStep {
  id: string
  seriesId: string
  content: string
  delayMinutes: number
  needsApproval: boolean
  by: string | null
  now: number
}

/** Appends a step. Returns no row if there are `maxSteps` already, the series runs, or a step has the same key. */
export function insertStep(db: Db, step: NewStep): BatchStatement<{ id: string }[]> {
  const { id, seriesId, content, delayMinutes, needsApproval, by, now } = step
  const own = sql`(select count(*) from broadcasts where series_id = ${seriesId})`
  return db.orm.all<{ id: string }>(sql`
    insert into broadcasts (id, name, state, content, audience, series_id, series_position, delay_minutes,
      needs_approval, quiet_from, quiet_to, is_snapshot_whole, created_at, updated_at, created_by, edited_by)
    select ${id}, name || ' · ' || (${own} + 1), iif(state = 'draft', 'draft', 'paused'), ${content}, '{}', id, ${own},
      ${delayMinutes}, ${Number(needsApproval)}, quiet_from, quiet_to, 1, ${now}, ${now}, ${by}, ${by}
    from series where id = ${seriesId} and state in ('draft', 'stopped') and ${own} < ${maxSteps}
      and not exists (select 1 from broadcasts where ${hasKeyOf(sql`broadcasts.id`, id)})
    returning id`)
}

const isEditable = sql`series_id in (select id from series where state in ('draft', 'stopped'))`

export interface StepChange {
  id: string
  /** Revision of the step that was shown */
  revision: number
  set: Pick<BroadcastRow, 'content' | 'delayMinutes' | 'editedBy' | 'updatedAt'>
  needsApproval: boolean
}

/** Updates a step only while the series does not run, and only at the revision that was shown. */
export function updateStep(db: Db, { id, revision, set, needsApproval }: StepChange): BatchStatement<{ id: string }[]> {
  return db.orm
    .update(broadcasts)
    .set({ ...set, needsApproval: approvalRequired(needsApproval), revision: nextRevision })
    .where(and(eq(broadcasts.id, id), eq(broadcasts.revision, revision), isEditable))
    .returning({ id: broadcasts.id })
}

/** Approves a step at the revision that was shown, if another person edited the step last. */
export function approveStep(
  db: Db,
  { id, revision, by, now }: { id: string; revision: number; by: string | null; now: number },
): BatchStatement<{ id: string }[]> {
  const isShown = and(eq(broadcasts.id, id), eq(broadcasts.revision, revision), eq(broadcasts.needsApproval, true))
  return db.orm
    .update(broadcasts)
    .set({ approvedBy: by, approvedRevision: revision, updatedAt: now })
    .where(and(isShown, isEditable, isApprover(by)))
    .returning({ id: broadcasts.id })
}

const isDraft = sql`series_id in (select id from series where state = 'draft')`

/** Deletes a step of a draft. Call `closeGap` afterwards. */
export function deleteStep(db: Db, id: string): BatchStatement<{ id: string }[]> {
  return db.orm
    .delete(broadcasts)
    .where(and(eq(broadcasts.id, id), isDraft))
    .returning({ id: broadcasts.id })
}

/** Moves up the steps after a deleted step, and renumbers their names. */
export function closeGap(db: Db, { seriesId, position }: { seriesId: string; position: number }): BatchStatement {
  return db.orm.run(sql`
    update broadcasts set series_position = series_position - 1,
      name = (select name from series where id = series_id) || ' · ' || series_position
    where series_id = ${seriesId} and series_position > ${position} and ${isDraft}
      and not exists (select 1 from broadcasts as same where same.series_id = ${seriesId}
        and same.series_position = ${position})`)
}

export function deleteSteps(db: Db, seriesId: string): BatchStatement {
  return db.orm.delete(broadcasts).where(and(eq(broadcasts.seriesId, seriesId), isDraft))
}

/** Swaps a step of a draft with the step at position `to`, if both are where they were shown. */
export function swapSteps(
  db: Db,
  { seriesId, id, from, to }: { seriesId: string; id: string; from: number; to: number },
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update broadcasts set series_position = iif(id = ${id}, ${to}, ${from}),
      name = (select name from series where id = series_id) || ' · ' || iif(id = ${id}, ${String(to + 1)}, ${String(from + 1)})
    where series_id = ${seriesId} and series_position in (${from}, ${to}) and ${isDraft}
      and (select count(*) from broadcasts as two where two.series_id = ${seriesId}
        and two.series_position = iif(two.id = ${id}, ${from}, ${to})) = 2
    returning id`)
}
