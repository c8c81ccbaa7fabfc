import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { type SessionRequest, startSession } from '../session/start-session.ts'
import { isBanned } from '../user.ts'
import { newPending, type SignInOutcome } from './sign-in.ts'

export type VerifiedSignInOutcome = Extract<SignInOutcome, { status: 'signed-in' | 'code-wanted' | 'banned' }>

/**
 * Signs in a user whom another channel has identified. This replaces only the password: bans and second factors still
 * apply.
 */
export async function signInVerified(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { by: 'telegram' },
): Promise<VerifiedSignInOutcome> {
  const { db } = deps
  const now = deps.now()
  const { by } = request
  const refused = (why: string) =>
    auditStatement(db, request, now, { act: 'session.sign-in', isSuccess: false, subject: user, after: { why, by } })
  if (isBanned(user, now)) {
    await db.writeBatch([refused('banned')])
    return { status: 'banned', reason: user.banReason, until: user.banUntil }
  }
  if (!(await hasSecondFactor(db, user))) return startSession(deps, user, request)
  const { pending, statements } = newPending(db, user.id, now)
  await db.writeBatch([...statements, refused('code-wanted')])
  return { status: 'code-wanted', pending }
}
