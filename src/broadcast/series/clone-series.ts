import { auditIfChanged } from '../../auth/audit.ts'
import { keyedId } from '../../db/keyed-id.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import { seriesSubject } from './edit-series.ts'
import { maxSeriesName, type SeriesRow } from './series.ts'
import { findKeyedSeries, findSeries, insertSeries } from './series-queries.ts'
import { insertStep, listSteps } from './step-queries.ts'

export type CloneSeriesOutcome = { status: 'created'; id: string } | { status: 'missing' } | { status: 'full' }

/** Creates a draft with the same fields and steps as a series, whatever its state is. The draft contains no people. */
export async function cloneSeries(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { id: of, name, key }: { id: string; name(of: SeriesRow): string; key?: string | undefined },
): Promise<CloneSeriesOutcome> {
  const row = await findSeries(db, of)
  if (!row) return { status: 'missing' }
  const at = now()
  const made = { by: actor?.id ?? null, now: at }
  const copy = { ...row, id: keyedId(at, key), name: name(row).slice(0, maxSeriesName) }
  const steps = await listSteps(db, of)
  const [inserted] = await db.writeBatch([
    insertSeries(db, { ...copy, ...made }),
    auditIfChanged(db, origin, at, {
      act: 'series.create',
      actor,
      subject: seriesSubject(copy),
      after: { of: row.name },
    }),
    ...steps.map(({ content, delayMinutes, needsApproval }) =>
      insertStep(db, {
        ...made,
        id: Bun.randomUUIDv7('hex', at),
        seriesId: copy.id,
        content,
        delayMinutes: delayMinutes ?? 0,
        needsApproval,
      }),
    ),
  ])
  if (inserted.length > 0) return { status: 'created', id: copy.id }
  const first = key === undefined ? undefined : await findKeyedSeries(db, copy.id)
  return first === undefined ? { status: 'full' } : { status: 'created', id: first }
}
