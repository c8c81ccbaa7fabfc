import { auditIfChanged } from '../../auth/audit.ts'
import { keyedId } from '../../db/keyed-id.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findKeyedBroadcast } from '../broadcast-queries.ts'
import type { BroadcastContent } from '../content.ts'
import { type SeriesOutcome, seriesSubject } from './edit-series.ts'
import { isSeriesActPossible, maxSteps } from './series.ts'
import { findSeries } from './series-queries.ts'
import { closeGap, deleteStep, insertStep, listSteps, swapSteps, updateStep } from './step-queries.ts'

export interface StepDraft {
  content: BroadcastContent
  delayMinutes: number
  /** Whether approval is required; once required, it stays required */
  needsApproval: boolean
}

export type StepOutcome = SeriesOutcome | { status: 'full' }

/** Adds a step at the end of a series. People who have completed the series do not get this step. */
export async function addStep(
  deps: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, content, key, ...draft }: StepDraft & { seriesId: string; key?: string | undefined },
): Promise<StepOutcome> {
  const { db, now } = deps
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const at = now()
  const id = keyedId(at, key)
  const step = { id, seriesId, content: JSON.stringify(content), ...draft, by: actor?.id ?? null, now: at }
  const [made] = await db.writeBatch([
    insertStep(db, step),
    auditIfChanged(db, origin, at, { act: 'series.step', actor, subject: seriesSubject(row) }),
  ])
  if (made.length > 0 || (key !== undefined && (await findKeyedBroadcast(db, id)))) return { status: 'done' }
  return (await listSteps(db, seriesId)).length >= maxSteps
    ? { status: 'full' }
    : { status: 'refused', state: row.state }
}

interface OfStep {
  seriesId: string
  step: Pick<BroadcastRow, 'id' | 'seriesPosition'>
}

interface ShownStep extends OfStep {
  step: Pick<BroadcastRow, 'id' | 'seriesPosition' | 'revision'>
  revision: number
}

/** Edits a step for people who have not got it yet. People who already wait for the step keep their due time. */
export async function editStep(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, step, revision, content, delayMinutes, needsApproval }: ShownStep & StepDraft,
): Promise<SeriesOutcome> {
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const at = now()
  const set = { content: JSON.stringify(content), delayMinutes, editedBy: actor?.id ?? null, updatedAt: at }
  const after = { step: (step.seriesPosition ?? 0) + 1 }
  const [changed] = await db.writeBatch([
    updateStep(db, { id: step.id, revision, set, needsApproval }),
    auditIfChanged(db, origin, at, { act: 'series.step-edit', actor, subject: seriesSubject(row), after }),
  ])
  if (changed.length > 0) return { status: 'done' }
  // In a running series no step can be edited, which is reported rather than a conflict.
  const isOpen = isSeriesActPossible('edit', row) && step.revision !== revision
  return isOpen ? { status: 'stale' } : { status: 'refused', state: row.state }
}

/** Removes a step of a draft, in which nobody is at any step yet. */
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

/** Swaps a step of a draft with its neighbor; the delay of each step moves with its message. */
export async function moveStep(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, step, by }: OfStep & { by: -1 | 1 },
): Promise<SeriesOutcome> {
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const from = step.seriesPosition ?? 0
  const after = { step: from + 1, to: from + by + 1 }
  const [swapped] = await db.writeBatch([
    swapSteps(db, { seriesId, id: step.id, from, to: from + by }),
    auditIfChanged(db, origin, now(), { act: 'series.step-move', actor, subject: seriesSubject(row), after }),
  ])
  return swapped.length > 0 ? { status: 'done' } : { status: 'refused', state: row.state }
}
