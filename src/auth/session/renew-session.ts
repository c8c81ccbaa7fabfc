import { auditIfChanged } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { newSession, type Session } from './session.ts'
import type { SessionRequest } from './start-session.ts'

/** Replaces the session after step-up authentication. @returns the new token; undefined if the session has ended */
export async function renewSession(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest,
): Promise<string | undefined> {
  const { db } = deps
  const now = deps.now()
  const { address, userAgent } = request
  const device = session.device ?? undefined
  const next = newSession(db, { userId: user.id, now, address, userAgent, device, condition: 'if-changed' })
  const [, begun] = await writeSessionEnd(deps, (end) => [
    end({ sessionIds: [session.id] }),
    next.statement,
    auditIfChanged(db, request, now, { act: 'session.fresh', actor: user, subject: user }),
  ])
  return begun.length > 0 ? next.token : undefined
}
