import { networkOf } from '../../limits/rate-limit.ts'
import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { claimLink, countFailure, findLink, findUser } from '../queries.ts'
import { verifyCode } from '../second-factor/verify-code.ts'
import { hashToken } from '../secrets/token.ts'
import { type SessionRequest, startSession } from '../session/start-session.ts'
import { isBanned } from '../user.ts'
import { isKnownDevice, type SignInOutcome } from './sign-in.ts'

export async function finishSignIn(
  deps: AuthDeps,
  request: SessionRequest & { pending: string; code: string },
): Promise<SignInOutcome> {
  const { db, limits } = deps
  const now = deps.now()
  const waitMs = limits.network.take(networkOf(request.address), now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const hash = hashToken(request.pending).toString('hex')
  const link = await findLink(db, 'second-factor', hash, now)
  const user = link?.userId ? await findUser(db, link.userId) : undefined
  if (!user || isBanned(user, now)) return { status: 'wrong' }
  const proof = await verifyCode(deps, user, { ...request, isKnown: await isKnownDevice(deps, user, request) })
  if (proof.status === 'slow-down') return proof
  if (proof.status === 'wrong') {
    const entry = { act: 'session.sign-in', isSuccess: false, subject: user, after: { why: 'code' } } as const
    await db.writeBatch([countFailure(db, hash), auditStatement(db, request, now, entry)])
    return { status: 'wrong-code' }
  }
  if (!(await claimLink(db, 'second-factor', hash, now))) return { status: 'wrong' }
  return startSession(deps, user, request)
}
