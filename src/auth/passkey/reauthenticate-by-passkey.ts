import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { renewSession } from '../session/renew-session.ts'
import type { Session } from '../session/session.ts'
import type { SessionRequest } from '../session/start-session.ts'
import { type PasskeyAnswer, verifyPasskey } from './verify-passkey.ts'

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
