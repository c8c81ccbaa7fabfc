import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { newSession, type Session } from './session.ts'
import type { SessionRequest } from './start-session.ts'

/** For who has proven again who they are. @returns the token of the session that takes the place of this one */
export async function renewSession(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest,
): Promise<string> {
  const { db } = deps
  const now = deps.now()
  const { address, userAgent } = request
  const next = newSession(db, { userId: user.id, now, address, userAgent, device: session.device ?? undefined })
  await writeSessionEnd(deps, (end) => [
    end({ sessionIds: [session.id] }),
    next.statement,
    auditStatement(db, request, now, { act: 'session.fresh', actor: user, subject: user }),
  ])
  return next.token
}
