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

/** ms in which a third administrator approves */
const approvalWithin = 24 * 3600_000

export type RequestOutcome =
  | { status: 'done' }
  /** Nothing is lost where there is none */
  | { status: 'no-factor' }
  /** Who asks has been made an administrator within a week */
  | { status: 'new-admin' }
  /** Somebody has asked already */
  | { status: 'unchanged' }
  | Refusal

/** The first half of what takes two: that somebody has lost their second factor. */
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
  /** Nobody approves what they have asked for */
  | { status: 'own-request' }
  | { status: 'new-admin' }
  /** Withdrawn, approved, or a day old; or who has asked is no administrator any more */
  | { status: 'over' }
  | Refusal

/** The second half: the factor goes and all sessions end. The next sign-in leads to setting up another. */
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
