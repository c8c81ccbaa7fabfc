import type { SQL } from 'drizzle-orm'
import { auditIfChanged } from '../../auth/audit.ts'
import { keyedId } from '../../db/keyed-id.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import { waitsForApproval } from '../broadcast.ts'
import { problemsOf } from '../content-problems.ts'
import { isSeriesActPossible, maxSeriesName, type SeriesRow, type SeriesState, seriesActsFrom } from './series.ts'
import {
  applySeriesState,
  deleteDraft,
  findKeyedSeries,
  findSeries,
  insertSeries,
  isReady,
  type SeriesFields,
  syncSteps,
  updateSeries,
} from './series-queries.ts'
import { deleteSteps, insertStep, listSteps, stepsVersion } from './step-queries.ts'

export type SeriesOutcome =
  | { status: 'done' }
  | { status: 'missing' }
  /** The state of the series does not, or no longer, allow the act. */
  | { status: 'refused'; state: SeriesState }
  /** The series was edited after it was shown to the person. */
  | { status: 'stale' }

/** Returns the audit-log subject of a series. A user id never contains a colon, so the two cannot be confused. */
export const seriesSubject = ({ id, name }: { id: string; name: string }) => ({ id: `series:${id}`, login: name })

/** Creates a series. @param key  idempotency key: a second series with the same key returns the first one */
export async function createSeries(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  fields: SeriesFields,
  key?: string,
): Promise<{ status: 'created'; id: string } | { status: 'full' }> {
  const at = now()
  const id = keyedId(at, key)
  const subject = seriesSubject({ id, name: fields.name })
  const [made] = await db.writeBatch([
    insertSeries(db, { ...fields, id, by: actor?.id ?? null, now: at }),
    auditIfChanged(db, origin, at, { act: 'series.create', actor, subject }),
  ])
  if (made.length > 0) return { status: 'created', id }
  const first = key === undefined ? undefined : await findKeyedSeries(db, id)
  return first === undefined ? { status: 'full' } : { status: 'created', id: first }
}

interface ShownRevision {
  id: string
  revision: number
}

/** Edits a series. People who are already in the series keep their place. */
export async function editSeries(
  deps: ActDeps,
  request: ActRequest,
  { fields, ...shown }: ShownRevision & { fields: SeriesFields },
): Promise<SeriesOutcome> {
  return changeSeries(deps, request, { ...shown, act: 'edit', set: fields })
}

/** A step, counted from 1, keeps the series from starting: Telegram would refuse it, or it is not approved */
type NotReady = { status: 'faulty' | 'unapproved'; step: number }
export type StartOutcome = SeriesOutcome | { status: 'empty' } | NotReady

interface ShownSteps extends ShownRevision {
  /** `stepsVersion` of the steps that were shown; by default of the current steps */
  steps?: string
}

/** Starts a series: people enter from now on, and people waiting since a stop continue. */
export async function startSeries(
  deps: ActDeps,
  request: ActRequest,
  { steps: seen, ...shown }: ShownSteps,
): Promise<StartOutcome> {
  const steps = await listSteps(deps.db, shown.id)
  const checked = stepsVersion(steps)
  if (seen !== undefined && seen !== checked) return { status: 'stale' }
  if (steps.length === 0) return (await findSeries(deps.db, shown.id)) ? { status: 'empty' } : { status: 'missing' }
  const faulty = steps.findIndex((step) => problemsOf(step).length > 0)
  if (faulty >= 0) return { status: 'faulty', step: faulty + 1 }
  const unapproved = steps.findIndex(waitsForApproval)
  if (unapproved >= 0) return { status: 'unapproved', step: unapproved + 1 }
  const set = { state: 'running', startedAt: deps.now() }
  const outcome = await changeSeries(deps, request, { ...shown, act: 'start', set, only: isReady(checked) })
  // Only steps that were changed meanwhile can have kept the series from starting.
  return outcome.status === 'refused' && isSeriesActPossible('start', outcome) ? { status: 'stale' } : outcome
}

/** Stops a series at once: each claim of a delivery checks the state of its step in the same write. */
export async function stopSeries(deps: ActDeps, request: ActRequest, shown: ShownRevision): Promise<SeriesOutcome> {
  return changeSeries(deps, request, { ...shown, act: 'stop', set: { state: 'stopped' } })
}

/**
 * Deletes a draft of a series. Of any other series, the people are deleted in slices, and sent steps stay in the list
 * of broadcasts.
 */
export async function removeSeries(deps: ActDeps, request: ActRequest, shown: ShownRevision): Promise<SeriesOutcome> {
  const { db, now } = deps
  const before = await findSeries(db, shown.id)
  if (before?.state !== 'draft')
    return changeSeries(deps, request, { ...shown, act: 'remove', set: { state: 'removed' } })
  const { actor, ...origin } = request
  const [, removed] = await db.writeBatch([
    deleteSteps(db, shown.id),
    deleteDraft(db, shown.id),
    auditIfChanged(db, origin, now(), { act: 'series.remove', actor, subject: seriesSubject(before) }),
  ])
  return removed.length > 0 ? { status: 'done' } : conflictOf(deps, shown)
}

interface SeriesTransition extends ShownRevision {
  act: 'edit' | 'start' | 'stop' | 'remove'
  set: Record<string, unknown>
  only?: SQL
}

/** Changes a series and its steps in one conditional write. */
async function changeSeries(
  deps: ActDeps,
  request: ActRequest,
  { act, set, only, ...shown }: SeriesTransition,
): Promise<SeriesOutcome> {
  const { db, now } = deps
  const before = await findSeries(db, shown.id)
  if (!before) return { status: 'missing' }
  const at = now()
  const { actor, ...origin } = request
  const [changed] = await db.writeBatch([
    updateSeries(db, { ...shown, from: seriesActsFrom[act], only, set: { ...set, updatedAt: at } }),
    auditIfChanged(db, origin, at, { act: `series.${act}`, actor, subject: seriesSubject(before) }),
    act === 'edit'
      ? syncSteps(db, shown.id)
      : applySeriesState(db, { id: shown.id, revision: shown.revision + 1, now: at }),
  ])
  return changed.length > 0 ? { status: 'done' } : conflictOf(deps, shown)
}

async function conflictOf({ db }: Pick<ActDeps, 'db'>, { id, revision }: ShownRevision): Promise<SeriesOutcome> {
  const row = await findSeries(db, id)
  if (!row) return { status: 'missing' }
  return row.revision === revision ? { status: 'refused', state: row.state } : { status: 'stale' }
}

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
