import { auditIfChanged } from '../../auth/audit.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { type SeriesOutcome, seriesSubject } from './edit-series.ts'
import { findSeries } from './series-queries.ts'
import { approveStep as approval } from './step-queries.ts'

export type ApproveStepOutcome = SeriesOutcome | { status: 'own' }

interface ShownStep {
  seriesId: string
  step: Pick<BroadcastRow, 'id' | 'seriesPosition' | 'revision' | 'editedBy'>
  /** Revision of the step that was shown */
  revision: number
}

/** Approves the revision of a step that was shown. The last editor of the step cannot approve it. */
export async function approveStep(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { seriesId, step, revision }: ShownStep,
): Promise<ApproveStepOutcome> {
  const row = await findSeries(db, seriesId)
  if (!row) return { status: 'missing' }
  const by = actor?.id ?? null
  if (step.editedBy === by) return { status: 'own' }
  const at = now()
  const after = { step: (step.seriesPosition ?? 0) + 1, revision }
  const [approved] = await db.writeBatch([
    approval(db, { id: step.id, revision, by, now: at }),
    auditIfChanged(db, origin, at, { act: 'series.step-approve', actor, subject: seriesSubject(row), after }),
  ])
  if (approved.length > 0) return { status: 'done' }
  return step.revision === revision ? { status: 'refused', state: row.state } : { status: 'stale' }
}
