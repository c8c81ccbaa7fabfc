import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { hasKeyOf } from '../../db/keyed-id.ts'
import { broadcasts, series } from '../../db/schema/broadcasts.ts'
import { maxSeries, type SeriesRow, type SeriesState } from './series.ts'

export type SeriesFields = Pick<
  SeriesRow,
  'name' | 'trigger' | 'clickedBroadcast' | 'clickedButton' | 'quietFrom' | 'quietTo'
>

export async function findSeries(db: Pick<Db, 'orm'>, id: string): Promise<SeriesRow | undefined> {
  const isThere = and(eq(series.id, id), ne(series.state, 'removed'))
  const [row] = await db.orm.select().from(series).where(isThere).limit(1)
  return row
}

export interface SeriesLine extends SeriesRow {
  steps: number
  paused: number
}

/** Lists series, newest first. */
export async function listSeries(db: Pick<Db, 'orm'>): Promise<SeriesLine[]> {
  const steps = db.orm
    .select({
      seriesId: broadcasts.seriesId,
      steps: sql<number>`count(*)`.as('steps'),
      paused: sql<number>`sum(${broadcasts.state} = 'paused')`.as('paused'),
    })
    .from(broadcasts)
    .where(sql`${broadcasts.seriesId} is not null`)
    .groupBy(broadcasts.seriesId)
    .as('own')
  const rows = await db.orm
    .select({ row: series, steps: steps.steps, paused: steps.paused })
    .from(series)
    .leftJoin(steps, eq(steps.seriesId, series.id))
    .where(ne(series.state, 'removed'))
    .orderBy(sql`${series.createdAt} desc, ${series.id} desc`)
    .limit(maxSeries)
  return rows.map(({ row, steps, paused }) => ({ ...row, steps: steps ?? 0, paused: paused ?? 0 }))
}

/** SQL: an existing series has the key. Removed series keep their rows for a while; their keys may be used again. */
const hasKeyOfExisting = (id: string) => sql`${hasKeyOf(sql`id`, id)} and state <> 'removed'`

/** Inserts a draft. Returns no row if there are `maxSeries` already, or a series with the same key. */
export function insertSeries(
  db: Db,
  { id, by, now, ...fields }: SeriesFields & { id: string; by: string | null; now: number },
): BatchStatement<{ id: string }[]> {
  const { name, trigger, clickedBroadcast, clickedButton, quietFrom, quietTo } = fields
  return db.orm.all<{ id: string }>(sql`
    insert into series (id, name, state, trigger, clicked_broadcast, clicked_button, quiet_from, quiet_to,
      created_at, updated_at, created_by)
    select ${id}, ${name}, 'draft', ${trigger}, ${clickedBroadcast}, ${clickedButton}, ${quietFrom}, ${quietTo},
      ${now}, ${now}, ${by}
    where (select count(*) from series where state <> 'removed') < ${maxSeries}
      and not exists (select 1 from series where ${hasKeyOfExisting(id)})
    returning id`)
}

/** @returns the id of the series that was created with the same key as `id` */
export async function findKeyedSeries(db: Pick<Db, 'orm'>, id: string): Promise<string | undefined> {
  const [row] = await db.orm.select({ id: series.id }).from(series).where(hasKeyOfExisting(id)).limit(1)
  return row?.id
}

export interface SeriesChange {
  id: string
  from: readonly SeriesState[]
  /** Revision at which the change applies; any revision if absent */
  revision?: number | undefined
  set: Partial<SeriesRow> | Record<string, SQL | unknown>
  only?: SQL | undefined
}

/** SQL: the steps of the series are those that were shown, and none of them waits for an approval. */
export function isReady(seen: string): SQL {
  return sql`${seen} = (select group_concat(substr(id, -8) || '.' || revision, '-' order by series_position)
      from broadcasts where series_id = series.id)
    and not exists (select 1 from broadcasts
      where series_id = series.id and needs_approval and approved_revision is not broadcasts.revision)`
}

/** Updates a series in a given state. One conditional update: returns a row only to the caller that was in time. */
export function updateSeries(
  db: Db,
  { id, from, revision, set, only }: SeriesChange,
): BatchStatement<{ id: string }[]> {
  const isSeen = revision === undefined ? undefined : eq(series.revision, revision)
  return db.orm
    .update(series)
    .set({ ...set, revision: sql`revision + 1` })
    .where(and(eq(series.id, id), inArray(series.state, [...from]), isSeen, only))
    .returning({ id: series.id })
}

export function deleteDraft(db: Db, id: string): BatchStatement<{ id: string }[]> {
  return db.orm
    .delete(series)
    .where(and(eq(series.id, id), eq(series.state, 'draft')))
    .returning({ id: series.id })
}

export function syncSteps(db: Db, seriesId: string): BatchStatement {
  return db.orm.run(sql`
    update broadcasts set name = series.name || ' · ' || (series_position + 1), quiet_from = series.quiet_from,
      quiet_to = series.quiet_to
    from series where series.id = ${seriesId} and broadcasts.series_id = series.id`)
}

/**
 * Sets all steps to the state of their series: running, paused or canceled, whatever paused them before. Takes effect
 * only after the update that created this revision of the series.
 */
export function applySeriesState(
  db: Db,
  { id: seriesId, revision, now }: { id: string; revision: number; now: number },
): BatchStatement {
  return db.orm.run(sql`
    update broadcasts set reason = null, error = null, started_at = coalesce(broadcasts.started_at, ${now}),
      finished_at = iif(series.state = 'removed', ${now}, null), updated_at = ${now},
      state = case series.state when 'running' then 'running' when 'stopped' then 'paused' else 'cancelled' end
    from series where series.id = ${seriesId} and broadcasts.series_id = series.id and series.state <> 'draft'
      and series.revision = ${revision} and series.updated_at = ${now}`)
}

/** Lists broadcasts with a button whose clicks are counted, newest first; includes the steps of series. */
export async function listClickable(db: Pick<Db, 'orm'>): Promise<{ id: string; name: string }[]> {
  return db.orm.all<{ id: string; name: string }>(
    sql`select id, name from broadcasts where instr(content, '"callback":') > 0 order by created_at desc limit 50`,
  )
}
