import { auditIfChanged, auditStatement } from '../auth/audit.ts'
import { newLink } from '../auth/link.ts'
import { isLogin, loginKey } from '../auth/login-name.ts'
import { deleteSession, findUser } from '../auth/queries.ts'
import { newSession, type Session, type Visitor } from '../auth/session.ts'
import { isBanned, type Role } from '../auth/user.ts'
import type { Locale } from '../i18n/locales.ts'
import type { ActRequest, Refusal, UserAdminDeps } from './act.ts'
import { endSessionOf, endSessionsOf, insertInvited, runAll } from './queries.ts'

export type EndOutcome = { status: 'done' | 'unchanged' } | Refusal

/** Ends one of somebody's sessions, or all of them. */
export async function endSessions(
  { auth: { db, now } }: UserAdminDeps,
  { userId, sessionId, ...request }: ActRequest & { userId: string; sessionId?: string | undefined },
): Promise<EndOutcome> {
  const { actor } = request
  if (userId === actor.id) return { status: 'self' }
  const subject = await findUser(db, userId)
  if (!subject) return { status: 'missing' }
  const end = sessionId === undefined ? endSessionsOf(db, userId) : endSessionOf(db, userId, sessionId)
  const act = sessionId === undefined ? 'session.end-all' : 'session.end'
  const [isDone] = await runAll(db, [end, auditIfChanged(db, request, now(), { act, actor, subject })])
  return { status: isDone ? 'done' : 'unchanged' }
}

export type LinkOutcome = { status: 'made'; token: string; expiresAt: number } | Refusal

/** A link by which somebody chooses a new password: shown once, handed over by whoever asked for it. */
export async function makeResetLink(
  { auth: { db, now } }: UserAdminDeps,
  { userId, ...request }: ActRequest & { userId: string },
): Promise<LinkOutcome> {
  const { actor } = request
  if (userId === actor.id) return { status: 'self' }
  const subject = await findUser(db, userId)
  if (!subject) return { status: 'missing' }
  // Who was invited and has not come yet is invited again: their password is their first.
  const kind = subject.passwordHash === null ? 'invite' : 'reset'
  const link = newLink(db, kind, userId, now())
  const act = kind === 'invite' ? 'user.invite' : 'user.reset-link'
  const after = { expiresAt: link.expiresAt }
  await db.writeBatch([...link.statements, auditStatement(db, request, now(), { act, actor, subject, after })])
  return { status: 'made', token: link.token, expiresAt: link.expiresAt }
}

export interface Invitation {
  login: string
  name: string
  locale: Locale
  role: Role
}

export type InviteOutcome =
  | { status: 'invited'; id: string; token: string; expiresAt: number }
  | { status: 'bad-login' | 'taken' }

/** Makes an account without a password, and the link by which its owner chooses one. */
export async function invite(
  { auth: { db, now }, counter }: UserAdminDeps,
  { name, locale, role, ...request }: ActRequest & Invitation,
): Promise<InviteOutcome> {
  const login = request.login.normalize('NFKC').trim()
  if (!isLogin(login)) return { status: 'bad-login' }
  const [at, id] = [now(), Bun.randomUUIDv7()]
  const row = { id, login, loginKey: loginKey(login), name: name.trim() || login, locale, role, createdAt: at }
  const entry = { act: 'user.invite', actor: request.actor, subject: row, after: { role, locale } } as const
  const [isMade] = await runAll(db, [insertInvited(db, row), auditIfChanged(db, request, at, entry)])
  if (!isMade) return { status: 'taken' }
  counter.forget()
  const link = newLink(db, 'invite', id, at)
  await db.writeBatch(link.statements)
  return { status: 'invited', id, token: link.token, expiresAt: link.expiresAt }
}

export type ImpersonateOutcome = { status: 'started'; token: string } | { status: 'not-allowed' } | Refusal

/** Has an administrator look at the site as somebody else. Their own session ends with it. */
export async function impersonate(
  { auth: { db, now } }: UserAdminDeps,
  { userId, session, userAgent, ...request }: ActRequest & Visitor & { userId: string; session: Session },
): Promise<ImpersonateOutcome> {
  const { actor, address } = request
  if (userId === actor.id) return { status: 'self' }
  const subject = await findUser(db, userId)
  if (!subject) return { status: 'missing' }
  const at = now()
  if (subject.role === 'admin' || isBanned(subject, at)) return { status: 'not-allowed' }
  // Never fresh: what wants a recent proof wants it of the user, not of whoever looks on.
  const next = newSession(db, { userId, now: at, provenAt: 0, address, userAgent, impersonatorId: actor.id })
  await db.writeBatch([
    deleteSession(db, session.id),
    next.statement,
    auditStatement(db, request, at, { act: 'user.impersonate', actor, subject }),
  ])
  return { status: 'started', token: next.token }
}

/**
 * Ends looking on. The administrator signs in anew: whoever got hold of the cookie of a user must not come out of it as
 * an administrator.
 */
export async function stopImpersonating(
  { auth: { db, now } }: Pick<UserAdminDeps, 'auth'>,
  { session, ...origin }: Omit<ActRequest, 'actor'> & { session: Session },
): Promise<void> {
  const actor = session.impersonatorId === null ? undefined : await findUser(db, session.impersonatorId)
  await db.writeBatch([
    deleteSession(db, session.id),
    auditStatement(db, origin, now(), { act: 'user.impersonate-end', actor, subject: session.user }),
  ])
}
