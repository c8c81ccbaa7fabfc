import { auditIfChanged } from '../../auth/audit.ts'
import { hasSecondFactor } from '../../auth/second-factor/factors.ts'
import { writeSessionEnd } from '../../auth/session/end-sessions.ts'
import { type ActRequest, findSubject, type Refusal, type UserAdminDeps } from '../act.ts'
import {
  clearApproved,
  deleteRequest,
  isNewAdministrator,
  listWaiting,
  putApproval,
  putRequest,
} from './factor-queries.ts'

type FactorDeps = Pick<UserAdminDeps, 'auth'>

/** ms within which another administrator must approve */
const approvalWithin = 24 * 3600_000

export type RequestOutcome =
  | { status: 'done' }
  /** The user has no second factor */
  | { status: 'no-factor' }
  /** The requester became an administrator within the last week */
  | { status: 'new-admin' }
  /** A request is open already */
  | { status: 'unchanged' }
  | Refusal

/** First step of the four-eyes removal of a lost second factor: the request. */
export async function requestReplacement(
  { auth: { db, now } }: FactorDeps,
  { userId, ...request }: ActRequest & { userId: string },
): Promise<RequestOutcome> {
  const { actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  if (!(await hasSecondFactor(db, subject))) return { status: 'no-factor' }
  const at = now()
  if (await isNewAdministrator(db, actor.id, at)) return { status: 'new-admin' }
  const [put] = await db.writeBatch([
    putRequest(db, { userId, actorId: actor.id, now: at }, at + approvalWithin),
    auditIfChanged(db, request, at, { act: 'user.factor-request', actor, subject }),
  ])
  if (put.length > 0) return { status: 'done' }
  const isWaiting = (await listWaiting(db, at, { userId, limit: 1 })).length > 0
  return { status: isWaiting ? 'unchanged' : 'refused' }
}

export type ApprovalOutcome =
  | { status: 'done' }
  /** Requesters cannot approve their own requests */
  | { status: 'own-request' }
  | { status: 'new-admin' }
  /** Withdrawn, approved, or a day old; or the requester is no longer an administrator */
  | { status: 'over' }
  | Refusal

/** Second step: removes the factor and ends all sessions. The next sign-in asks to set up another. */
export async function approveReplacement(
  { auth }: FactorDeps,
  { userId, requestedAt, ...request }: ActRequest & { userId: string; requestedAt: number },
): Promise<ApprovalOutcome> {
  const { db, now } = auth
  const { actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  const at = now()
  const [waiting] = await listWaiting(db, at, { userId, limit: 1 })
  if (waiting?.requestedAt !== requestedAt) return { status: 'over' }
  if (waiting.requestedBy === actor.id) return { status: 'own-request' }
  if (await isNewAdministrator(db, actor.id, at)) return { status: 'new-admin' }
  const act = { userId, actorId: actor.id, now: at }
  const after = { requestedBy: waiting.requester }
  const [approved] = await writeSessionEnd(auth, (end) => [
    putApproval(db, act, requestedAt),
    auditIfChanged(db, request, at, { act: 'user.factor-approve', actor, subject, after }),
    end({ userId }, 'if-changed'),
    ...clearApproved(db, act),
  ])
  return { status: approved.length > 0 ? 'done' : 'over' }
}

export async function withdrawReplacement(
  { auth: { db, now } }: FactorDeps,
  { userId, ...request }: ActRequest & { userId: string },
): Promise<{ status: 'done' | 'unchanged' } | Refusal> {
  const { actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  const at = now()
  const [gone] = await db.writeBatch([
    deleteRequest(db, { userId, actorId: actor.id, now: at }),
    auditIfChanged(db, request, at, { act: 'user.factor-withdraw', actor, subject }),
  ])
  return { status: gone.length > 0 ? 'done' : 'unchanged' }
}
