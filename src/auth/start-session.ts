import { auditStatement, type Origin } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { deleteSession, type UserRow, updateUser } from './queries.ts'
import { newSession } from './session.ts'

export interface SignedIn {
  status: 'signed-in'
  /** For the cookie; kept nowhere else */
  token: string
  user: UserRow
}

/** Who is about to sign in, and from where. */
export interface Newcomer extends Origin {
  userAgent: string
  /** Id of the session that this browser has so far, which ends */
  replaces?: string | undefined
}

/** Opens a session for somebody who has proved who they are, in place of the one that their browser has. */
export async function startSession({ db, now }: AuthDeps, user: UserRow, request: Newcomer): Promise<SignedIn> {
  const at = now()
  const { address, userAgent, replaces } = request
  const session = newSession(db, { userId: user.id, now: at, address, userAgent })
  await db.writeBatch([
    ...(replaces === undefined ? [] : [deleteSession(db, replaces)]),
    session.statement,
    updateUser(db, user.id, { lastSeenAt: at }),
    auditStatement(db, request, at, { act: 'session.sign-in', actor: user, subject: user }),
  ])
  return { status: 'signed-in', token: session.token, user }
}
