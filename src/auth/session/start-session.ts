import { auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type UserRow, updateUser } from '../queries.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { newSession } from './session.ts'

export interface SignedIn {
  status: 'signed-in'
  token: string
  user: UserRow
}

export interface SessionRequest extends Origin {
  userAgent: string
  replaces?: string | undefined
}

export async function startSession(deps: AuthDeps, user: UserRow, request: SessionRequest): Promise<SignedIn> {
  const { db } = deps
  const at = deps.now()
  const { address, userAgent, replaces } = request
  const session = newSession(db, { userId: user.id, now: at, address, userAgent })
  await writeSessionEnd(deps, (end) => [
    ...(replaces === undefined ? [] : [end({ sessionIds: [replaces] })]),
    session.statement,
    updateUser(db, user.id, { lastSeenAt: at }),
    auditStatement(db, request, at, { act: 'session.sign-in', actor: user, subject: user }),
  ])
  return { status: 'signed-in', token: session.token, user }
}
