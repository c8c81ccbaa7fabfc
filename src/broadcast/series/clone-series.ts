import { auditIfChanged } from '../../auth/audit.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import { seriesSubject } from './edit-series.ts'
import { longestSeriesName, type SeriesRow } from './series.ts'
import { findSeries, insertSeries } from './series-queries.ts'
import { insertStep, listSteps } from './step-queries.ts'

export type CloneSeriesOutcome = { status: 'created'; id: string } | { status: 'missing' } | { status: 'full' }

/** A draft of the same with its steps, whatever has become of it. Nobody is in it. */
export async function cloneSeries(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { id: of, name }: { id: string; name(of: SeriesRow): string },
): Promise<CloneSeriesOutcome> {
  const row = await findSeries(db, of)
  if (!row) return { status: 'missing' }
  const at = now()
  const made = { by: actor?.id ?? null, now: at }
  const copy = { ...row, id: Bun.randomUUIDv7('hex', at), name: name(row).slice(0, longestSeriesName) }
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
  return inserted.length > 0 ? { status: 'created', id: copy.id } : { status: 'full' }
}
