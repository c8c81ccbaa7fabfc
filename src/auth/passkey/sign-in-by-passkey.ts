import { networkOf } from '../../limits/rate-limit.ts'
import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { claimLink, countFailure, findLink, findUser, type UserRow } from '../queries.ts'
import { hashToken } from '../secrets/token.ts'
import type { Session } from '../session/session.ts'
import { renewSession, type SessionRequest, type SignedIn, startSession } from '../session/start-session.ts'
import { isKnownDevice } from '../sign-in/sign-in.ts'
import { countWrongAttempt } from '../tries/tries-queries.ts'
import { isBanned } from '../user.ts'
import { type PasskeyAnswer, verifyPasskey } from './verify-passkey.ts'

export type PasskeySignIn =
  | SignedIn
  | { status: 'wrong' }
  | { status: 'stale' }
  /** The pending sign-in has expired; only in the second step */
  | { status: 'pending-over' }
  | { status: 'banned'; reason: string | null; until: number | null }
  | { status: 'slow-down'; waitMs: number }

/**
 * Signs in with a passkey alone. The passkey verifies the user too, so it replaces the password and the second factor.
 */
export async function signInByPasskey(
  deps: AuthDeps,
  request: SessionRequest & PasskeyAnswer,
): Promise<Exclude<PasskeySignIn, { status: 'pending-over' }>> {
  const { db, limits } = deps
  const now = deps.now()
  const waitMs = limits.network.take(networkOf(request.address), now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const proof = await verifyPasskey(deps, { ...request, use: 'sign-in', subject: '' })
  if (proof.status === 'stale') return proof
  const refuse = async (why: string) => {
    const entry = { act: 'session.sign-in', isSuccess: false, subject: proof.user, after: { why } } as const
    await db.writeBatch([auditStatement(db, request, now, entry)])
  }
  if (proof.status === 'wrong') {
    await refuse('passkey')
    return { status: 'wrong' }
  }
  const { user } = proof
  if (isBanned(user, now)) {
    await refuse('banned')
    return { status: 'banned', reason: user.banReason, until: user.banUntil }
  }
  return startSession(deps, user, request)
}

/** Returns the user who has entered the password but no second factor yet. */
export async function findPendingUser({ db, now }: AuthDeps, pending: string): Promise<UserRow | undefined> {
  const link = await findLink(db, 'second-factor', hashOfPending(pending), now())
  const user = link?.userId ? await findUser(db, link.userId) : undefined
  return user && !isBanned(user, now()) ? user : undefined
}

export function hashOfPending(pending: string): string {
  return hashToken(pending).toString('hex')
}

export async function finishSignInByPasskey(
  deps: AuthDeps,
  request: SessionRequest & PasskeyAnswer & { pending: string },
): Promise<PasskeySignIn> {
  const { db, limits } = deps
  const { address, pending } = request
  const now = deps.now()
  const waitMs = limits.network.take(networkOf(address), now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const user = await findPendingUser(deps, pending)
  if (!user) return { status: 'pending-over' }
  const hash = hashOfPending(pending)
  const proof = await verifyPasskey(deps, { ...request, use: 'second-step', subject: hash }, user)
  if (proof.status === 'stale') return proof
  if (proof.status === 'wrong') {
    const isKnown = await isKnownDevice(deps, user, request)
    const entry = { act: 'session.sign-in', isSuccess: false, subject: user, after: { why: 'passkey' } } as const
    await db.writeBatch([
      countFailure(db, hash),
      ...(isKnown ? [] : [countWrongAttempt(db, user.id, 'code', { address, now })]),
      auditStatement(db, request, now, entry),
    ])
    return { status: 'wrong' }
  }
  if (!(await claimLink(db, 'second-factor', hash, now))) return { status: 'pending-over' }
  return startSession(deps, user, request)
}

export type PasskeyReauthenticationOutcome =
  | { status: 'proven'; token: string }
  /** The session has ended in the meantime */
  | { status: 'ended' }
  | { status: 'wrong' }
  | { status: 'stale' }
  | { status: 'slow-down'; waitMs: number }

/** Step-up authentication with a passkey instead of the password and a code. */
export async function reauthenticateByPasskey(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest & PasskeyAnswer,
): Promise<PasskeyReauthenticationOutcome> {
  const waitMs = deps.limits.both.take(`proof ${user.id}`, deps.now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const proof = await verifyPasskey(deps, { ...request, use: 'confirm', subject: session.id }, user)
  if (proof.status === 'stale') return proof
  if (proof.status === 'wrong') {
    const entry = { act: 'session.fresh', isSuccess: false, actor: user, subject: user } as const
    await deps.db.writeBatch([auditStatement(deps.db, request, deps.now(), entry)])
    return { status: 'wrong' }
  }
  const token = await renewSession(deps, user, session, request)
  return token === undefined ? { status: 'ended' } : { status: 'proven', token }
}
