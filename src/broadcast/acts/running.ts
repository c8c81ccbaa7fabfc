import { readAudience } from '../audience/audience.ts'
import { countAudience } from '../audience/audience-queries.ts'
import {
  audienceCutoff,
  findBroadcast,
  isApproved,
  isDraftApprover,
  isEditApprover,
  unscheduledState,
} from '../broadcast-queries.ts'
import type { ContentProblem } from '../content.ts'
import { problemsOf } from '../content-problems.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act } from './act.ts'
import { newTask } from './tasks.ts'

/** Audience size above which the number must be typed to confirm the start. */
export const sizeToConfirm = 1000
/** Max relative change of the audience size between showing the form and starting */
const tolerance = 0.05

export type BeginOutcome =
  | ActOutcome
  /** Telegram would refuse the message for every recipient. */
  | { status: 'faulty'; problems: ContentProblem[] }
  | { status: 'nobody' }
  | { status: 'unconfirmed'; size: number }
  | { status: 'unapproved' }

export interface Begin {
  id: string
  revision: number
  /** Number of recipients that the person confirmed; `any` if nobody is asked, as on the command line */
  confirmed?: number | 'any' | undefined
}

/** Starts a broadcast now: the sender freezes the audience, then sends. */
export async function startBroadcast(deps: ActDeps, request: ActRequest, begin: Begin): Promise<BeginOutcome> {
  const { id, revision } = begin
  const ready = await readiness(deps, begin)
  if (ready.status !== 'ready') return ready
  const now = deps.now()
  const set = {
    state: 'preparing',
    startedAt: now,
    audienceUntil: audienceCutoff(now),
    startedBy: request.actor?.id ?? null,
    reason: null,
    error: null,
  }
  const after = { revision, size: ready.size }
  return act(deps, request, { act: 'start', audit: 'broadcast.start', id, revision, set, after, only: isApproved })
}

/** Schedules a broadcast. @param at  ms UTC; if it is past, the sender starts at once */
export async function scheduleBroadcast(
  deps: ActDeps,
  request: ActRequest,
  { at, ...begin }: Begin & { at: number },
): Promise<BeginOutcome> {
  const { id, revision } = begin
  const ready = await readiness(deps, begin)
  if (ready.status !== 'ready') return ready
  const set = { state: 'scheduled', scheduledAt: at, startedBy: request.actor?.id ?? null }
  const after = { revision, size: ready.size, scheduledAt: at }
  return act(deps, request, {
    act: 'schedule',
    audit: 'broadcast.schedule',
    id,
    revision,
    set,
    after,
    only: isApproved,
  })
}

export async function unscheduleBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: unscheduledState, scheduledAt: null }
  return act(deps, request, { act: 'unschedule', audit: 'broadcast.unschedule', id, set })
}

export type ApproveOutcome = ActOutcome | { status: 'own' }

/**
 * Approves the revision that was shown. The last editor of this revision cannot approve it. Approving an edit made
 * during a pause also edits the messages already sent.
 */
export async function approveBroadcast(
  deps: ActDeps,
  request: ActRequest,
  { id, revision }: { id: string; revision: number },
): Promise<ApproveOutcome> {
  const by = request.actor?.id ?? null
  const row = await findBroadcast(deps.db, id)
  if (row && row.editedBy === by) return { status: 'own' }
  const isBegun = row?.state === 'paused'
  const approved = { approvedBy: by, approvedRevision: revision }
  const set = isBegun ? { ...approved, ...newTask('edit') } : { ...approved, state: 'approved' }
  const after = { revision }
  return act(deps, request, {
    act: 'approve',
    audit: 'broadcast.approve',
    id,
    revision,
    set,
    after,
    only: isBegun ? isEditApprover(by) : isDraftApprover(by),
  })
}

type Readiness = { status: 'ready'; size: number } | BeginOutcome

async function readiness({ db, now }: ActDeps, { id, revision, confirmed }: Begin): Promise<Readiness> {
  const row = await findBroadcast(db, id)
  if (!row) return { status: 'missing' }
  if (row.revision !== revision) return { status: 'stale', revision: row.revision }
  if (row.needsApproval && row.approvedRevision !== revision) return { status: 'unapproved' }
  const problems = problemsOf(row)
  if (problems.length > 0) return { status: 'faulty', problems }
  const size = await countAudience(db, readAudience(row.audience), now())
  if (size === 0) return { status: 'nobody' }
  return isConfirmed(size, confirmed) ? { status: 'ready', size } : { status: 'unconfirmed', size }
}

function isConfirmed(size: number, confirmed: Begin['confirmed']): boolean {
  if (size <= sizeToConfirm || confirmed === 'any') return true
  return confirmed !== undefined && Math.abs(confirmed - size) <= size * tolerance
}

/** Pauses a broadcast at once: each claim checks the state of its broadcast in the same write. */
export async function pauseBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'paused', reason: null, error: null }
  return act(deps, request, { act: 'pause', audit: 'broadcast.pause', id, set })
}

/**
 * Resumes a broadcast where it stopped, including an incomplete snapshot. Edits made during the pause must be approved
 * first.
 */
export async function resumeBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'running', reason: null, error: null }
  return act(deps, request, { act: 'resume', audit: 'broadcast.resume', id, set, only: isApproved })
}

/** Cancels a broadcast for good. The sender drops its waiting recipients in slices. */
export async function cancelBroadcast(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const set = { state: 'cancelled', finishedAt: deps.now() }
  return act(deps, request, { act: 'cancel', audit: 'broadcast.cancel', id, set })
}
