import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { auditIfChanged } from '../../auth/audit.ts'
import type { AuthEnv } from '../../auth/middleware.ts'
import { hasSecondFactor } from '../../auth/second-factor/factors.ts'
import { writeSessionEnd } from '../../auth/session/end-sessions.ts'
import { NotFoundError } from '../../http/errors.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { type ActRequest, actRequest, findSubject, type Refusal, type UserAdminDeps, type UsersDeps } from '../act.ts'
import type { DoneNotice, UserProblem } from '../user/user-notice.tsx'
import { showUser } from '../user/user-routes.tsx'
import {
  clearApproved,
  deleteRequest,
  isNewAdministrator,
  listWaiting,
  putApproval,
  putRequest,
} from './factor-queries.ts'

type FactorDeps = Pick<UserAdminDeps, 'auth'>

/** Time within which another administrator must approve, ms */
const approvalWithin = 24 * 3600_000

export type RequestOutcome =
  | { status: 'done' }
  /** The user has no second factor */
  | { status: 'no-factor' }
  /** The requester has become an administrator within the last week */
  | { status: 'new-admin' }
  /** A request for this user is open already */
  | { status: 'unchanged' }
  | Refusal

/** Requests the removal of a lost second factor: the first of two steps by two administrators. */
async function requestReplacement(
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
  /** The approver has made the request, and requesters cannot approve their own requests */
  | { status: 'own-request' }
  | { status: 'new-admin' }
  /** The request was withdrawn or approved, is a day old, or its requester is no longer an administrator */
  | { status: 'over' }
  | Refusal

/**
 * Approves the removal of a lost second factor: removes it and ends all sessions. The next sign-in asks to set up
 * another.
 */
async function approveReplacement(
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

async function withdrawReplacement(
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

/** Form that identifies the approved request by its time, because a newer request may have replaced it. */
const approvalForm = z.object({ requestedAt: z.coerce.number().int().catch(0) })

/** Routes by which two administrators together remove a lost second factor. */
export function factorRoutes(deps: UsersDeps) {
  const { guards } = deps
  return new Hono<AuthEnv>()
    .post(paths.adminUserFactor, ...stepUpAdminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const outcome = await requestReplacement(deps, { ...actRequest(c), userId })
      return answer(c, deps, { userId, done: 'factor-requested' }, outcome.status)
    })
    .post(paths.adminUserFactorApproval, ...stepUpAdminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const { requestedAt } = await requireForm(c, approvalForm)
      const outcome = await approveReplacement(deps, { ...actRequest(c), userId, requestedAt })
      return answer(c, deps, { userId, done: 'factor-replaced' }, outcome.status)
    })
    .post(paths.adminUserFactorWithdrawal, ...adminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const outcome = await withdrawReplacement(deps, { ...actRequest(c), userId })
      return answer(c, deps, { userId, done: 'factor-withdrawn' }, outcome.status)
    })
}

type Status =
  | 'done'
  | 'unchanged'
  | 'missing'
  | Extract<UserProblem, 'self' | 'refused' | 'no-factor' | 'own-request' | 'new-admin' | 'over'>

function answer(
  c: Context<AuthEnv>,
  deps: UsersDeps,
  { userId, done }: { userId: string; done: DoneNotice },
  status: Status,
) {
  switch (status) {
    case 'done':
    case 'unchanged': {
      const params = new URLSearchParams({ done: status === 'done' ? done : 'unchanged' })
      return redirectTo(c, `${href(paths.adminUser, { id: userId })}?${params}`)
    }
    case 'missing':
      throw new NotFoundError(fullPath(c))
    default:
      return showUser(c, deps, userId, { problem: status, status: 409 })
  }
}
