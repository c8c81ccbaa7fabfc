import type { Locale } from '../i18n/locales.ts'
import { auditIfChanged, auditStatement, type Origin } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { commonPasswords } from './common-passwords.ts'
import { faultOf, type PasswordFault } from './password-rules.ts'
import { provePassword } from './prove-password.ts'
import { deleteLinks, deleteOwnSession, deleteSession, deleteSessionsOf, type UserRow, updateUser } from './queries.ts'
import { checkSecondFactor } from './second-factor.ts'
import { newSession, type Session } from './session.ts'
import type { Newcomer } from './start-session.ts'

export interface Profile {
  name: string
  locale: Locale
  /** `#rrggbb`, or null for the product's own colour */
  accent: string | null
}

/** Changes what a person says of themselves. */
export async function changeProfile(
  { db, now }: AuthDeps,
  user: UserRow,
  profile: Profile,
  origin: Origin,
): Promise<void> {
  const before = { name: user.name, locale: user.locale, accent: user.accent }
  await db.writeBatch([
    updateUser(db, user.id, profile),
    auditStatement(db, origin, now(), { act: 'user.profile', actor: user, subject: user, before, after: profile }),
  ])
}

export type PasswordOutcome =
  | { status: 'changed'; token: string }
  | { status: 'wrong' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

/** Changes a password; all sessions end, the one that asked goes on under a new cookie. */
export async function changePassword(
  deps: AuthDeps,
  user: UserRow,
  request: Newcomer & { current: string; wanted: string },
): Promise<PasswordOutcome> {
  const check = await provePassword(deps, user, request.current)
  if (check.status === 'wrong') {
    const entry = { act: 'user.password', isSuccess: false, actor: user, subject: user } as const
    await deps.db.writeBatch([auditStatement(deps.db, request, deps.now(), entry)])
  }
  if (check.status !== 'right') return check
  return setPassword(deps, user, request)
}

/** Sets a password for somebody who has proved who they are in another way, such as by a link that was sent to them. */
export async function setPassword(
  { db, passwords, now }: AuthDeps,
  user: UserRow,
  request: Newcomer & { wanted: string },
): Promise<Exclude<PasswordOutcome, { status: 'wrong' | 'slow-down' }>> {
  const fault = faultOf(request.wanted, user.login, await commonPasswords())
  if (fault) return { status: 'bad-password', fault }
  const made = await passwords.hash(request.wanted)
  if (made.status === 'busy') return made
  const at = now()
  const session = newSession(db, { userId: user.id, now: at, address: request.address, userAgent: request.userAgent })
  await db.writeBatch([
    updateUser(db, user.id, { passwordHash: made.hash, passwordChangedAt: at }),
    deleteSessionsOf(db, user.id),
    // Somebody else may have been signed in in this browser.
    ...(request.replaces === undefined ? [] : [deleteSession(db, request.replaces)]),
    // A link that was asked for earlier must not undo this.
    deleteLinks(db, 'reset', user.id),
    session.statement,
    auditStatement(db, request, at, { act: 'user.password', actor: user, subject: user }),
  ])
  return { status: 'changed', token: session.token }
}

export type ProofOutcome =
  | { status: 'proven'; token: string }
  | { status: 'wrong' }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

/** Has somebody who is signed in prove again who they are; the session goes on under a new cookie. */
export async function proveAgain(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: Origin & { password: string; code: string; userAgent: string },
): Promise<ProofOutcome> {
  const { db } = deps
  const check = await provePassword(deps, user, request.password)
  if (check.status === 'busy' || check.status === 'slow-down') return check
  const isRight =
    check.status === 'right' && (user.totpSecret === null || (await checkSecondFactor(deps, user, request.code)))
  const now = deps.now()
  const entry = { act: 'session.fresh', isSuccess: isRight, actor: user, subject: user } as const
  if (!isRight) {
    await db.writeBatch([auditStatement(db, request, now, entry)])
    return { status: 'wrong' }
  }
  const next = newSession(db, { userId: user.id, now, address: request.address, userAgent: request.userAgent })
  await db.writeBatch([deleteSession(db, session.id), next.statement, auditStatement(db, request, now, entry)])
  return { status: 'proven', token: next.token }
}

/** Ends the session that asks. */
export async function signOut({ db, now }: AuthDeps, session: Session, origin: Origin): Promise<void> {
  await db.writeBatch([
    deleteSession(db, session.id),
    auditStatement(db, origin, now(), { act: 'session.sign-out', actor: session.user, subject: session.user }),
  ])
}

/** Ends one of a user's own sessions. */
export async function endSession({ db, now }: AuthDeps, user: UserRow, id: string, origin: Origin): Promise<void> {
  await db.writeBatch([
    deleteOwnSession(db, user.id, id),
    auditIfChanged(db, origin, now(), { act: 'session.end', actor: user, subject: user }),
  ])
}

/** Ends all of a user's sessions but the one that asks. */
export async function endOtherSessions(
  { db, now }: AuthDeps,
  user: UserRow,
  session: Session,
  origin: Origin,
): Promise<void> {
  await db.writeBatch([
    deleteSessionsOf(db, user.id, session.id),
    auditStatement(db, origin, now(), { act: 'session.end-all', actor: user, subject: user }),
  ])
}
