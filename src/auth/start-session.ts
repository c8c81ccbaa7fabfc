import { auditStatement, type Origin } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { type UserRow, updateUser } from './queries.ts'
import { newSession } from './session.ts'

export interface SignedIn {
  status: 'signed-in'
  /** For the cookie; kept nowhere else */
  token: string
  user: UserRow
}

/** Opens a session for somebody who has proved who they are. */
export async function startSession(
  { db, now }: AuthDeps,
  user: UserRow,
  request: Origin & { userAgent: string },
): Promise<SignedIn> {
  const at = now()
  const { address, userAgent } = request
  const session = newSession(db, { userId: user.id, now: at, address, userAgent })
  await db.writeBatch([
    session.statement,
    updateUser(db, user.id, { lastSeenAt: at }),
    auditStatement(db, request, at, { act: 'session.sign-in', actor: user, subject: user }),
  ])
  return { status: 'signed-in', token: session.token, user }
}
