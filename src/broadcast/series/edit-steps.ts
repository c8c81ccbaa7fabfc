import { auditIfChanged } from '../../auth/audit.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import type { BroadcastRow } from '../broadcast.ts'
import type { BroadcastContent } from '../content.ts'
import { type SeriesOutcome, seriesSubject } from './edit-series.ts'
import { mostSteps } from './series.ts'
import { closeGap, deleteStep, findSeries, insertStep, listSteps, updateStep } from './series-queries.ts'

export interface StepDraft {
  content: BroadcastContent
  delayMinutes: number
}

export type StepOutcome = SeriesOutcome | { status: 'full' }

/** Behind the last one. Who is through with the series already does not get it. */
export async function addStep(
  deps: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, content, delayMinutes }: StepDraft & { seriesId: string },
): Promise<StepOutcome> {
  const { db, now } = deps
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const at = now()
  const id = Bun.randomUUIDv7('hex', at)
  const step = { id, seriesId, content: JSON.stringify(content), delayMinutes, by: actor?.id ?? null, now: at }
  const [made] = await db.writeBatch([
    insertStep(db, step),
    auditIfChanged(db, origin, at, { act: 'series.step', actor, subject: seriesSubject(row) }),
  ])
  if (made.length > 0) return { status: 'done' }
  return (await listSteps(db, seriesId)).length >= mostSteps
    ? { status: 'full' }
    : { status: 'refused', state: row.state }
}

interface OfStep {
  seriesId: string
  step: Pick<BroadcastRow, 'id' | 'seriesPosition'>
}

/** For whoever has not got it yet. Who waits for it already waits as long as before. */
export async function editStep(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, step, content, delayMinutes }: OfStep & StepDraft,
): Promise<SeriesOutcome> {
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const at = now()
  const set = { content: JSON.stringify(content), delayMinutes, editedBy: actor?.id ?? null, updatedAt: at }
  const after = { step: (step.seriesPosition ?? 0) + 1 }
  const [changed] = await db.writeBatch([
    updateStep(db, { id: step.id, set }),
    auditIfChanged(db, origin, at, { act: 'series.step-edit', actor, subject: seriesSubject(row), after }),
  ])
  return changed.length > 0 ? { status: 'done' } : { status: 'refused', state: row.state }
}

/** Of a draft: nobody is at any step yet. */
export async function removeStep(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, step }: OfStep,
): Promise<SeriesOutcome> {
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const position = step.seriesPosition ?? 0
  const after = { step: position + 1 }
  const [removed] = await db.writeBatch([
    deleteStep(db, step.id),
    auditIfChanged(db, origin, now(), { act: 'series.step-remove', actor, subject: seriesSubject(row), after }),
    closeGap(db, { seriesId, position }),
  ])
  return removed.length > 0 ? { status: 'done' } : { status: 'refused', state: row.state }
}
