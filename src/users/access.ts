import { addUser } from '../auth/add-user.ts'
import { auditIfChanged, auditStatement } from '../auth/audit.ts'
import type { Visitor } from '../auth/device/device.ts'
import { newLink, newLinkRow } from '../auth/link.ts'
import { type NamesFault, newNames } from '../auth/names.ts'
import { writeSessionEnd } from '../auth/session/end-sessions.ts'
import { newSession, type Session } from '../auth/session/session.ts'
import { isBanned, type Role } from '../auth/user.ts'
import type { Locale } from '../i18n/locales.ts'
import { type ActRequest, findSubject, type Refusal, type UserAdminDeps } from './act.ts'

export type EndOutcome = { status: 'done' | 'unchanged' } | Refusal

export async function endSessions(
  { auth }: UserAdminDeps,
  { userId, sessionId, ...request }: ActRequest & { userId: string; sessionId?: string | undefined },
): Promise<EndOutcome> {
  const { db, now } = auth
  const { actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  const which = sessionId === undefined ? { userId } : { sessionIds: [sessionId], of: userId }
  const act = sessionId === undefined ? 'session.end-all' : 'session.end'
  const [ended] = await writeSessionEnd(auth, (end) => [
    end(which),
    auditIfChanged(db, request, now(), { act, actor, subject }),
  ])
  return { status: ended.length > 0 ? 'done' : 'unchanged' }
}

export type LinkOutcome = { status: 'made'; token: string; expiresAt: number } | Refusal

/** Creates a link to choose a new password. The link is shown only once, and the administrator passes it on. */
export async function makeResetLink(
  { auth: { db, now } }: UserAdminDeps,
  { userId, ...request }: ActRequest & { userId: string },
): Promise<LinkOutcome> {
  const { actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  // A user who was invited but has no password yet gets another invitation.
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

export type InviteProblem = NamesFault | { status: 'taken' }

export type InviteOutcome = { status: 'invited'; id: string; token: string; expiresAt: number } | InviteProblem

/** Creates a user without a password and the link to choose one, in one write: a failed invitation can be repeated. */
export async function invite(
  { auth: { db, now }, counter }: UserAdminDeps,
  { locale, role, ...request }: ActRequest & Invitation,
): Promise<InviteOutcome> {
  const names = newNames(request)
  if (names.status !== 'fine') return names
  const [at, { actor }] = [now(), request]
  const [id, act] = [Bun.randomUUIDv7(), 'user.invite'] as const
  const { token, row: link } = newLinkRow('invite', id, at)
  const user = await addUser(db, request, { id, names, locale, role, passwordHash: null, link, act, actor, now: at })
  if (!user) return { status: 'taken' }
  counter.forget()
  return { status: 'invited', id, token, expiresAt: link.expiresAt }
}

export type ImpersonateOutcome = { status: 'started'; token: string } | { status: 'not-allowed' } | Refusal

/** Starts impersonating a user. Ends the administrator's own session. */
export async function impersonate(
  { auth }: UserAdminDeps,
  { userId, session, userAgent, ...request }: ActRequest & Visitor & { userId: string; session: Session },
): Promise<ImpersonateOutcome> {
  const { actor, address } = request
  const { db, now } = auth
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject } = found
  const at = now()
  if (subject.role === 'admin' || isBanned(subject, at)) return { status: 'not-allowed' }
  const impersonation = { impersonatorId: actor.id, begunIn: session.id }
  // Starts without recent authentication: step-up requires the user, not the impersonator.
  const next = newSession(db, { userId, now: at, provenAt: 0, address, userAgent, ...impersonation })
  const [, made] = await writeSessionEnd(auth, (end) => [
    end({ sessionIds: [session.id] }),
    next.statement,
    auditIfChanged(db, request, at, { act: 'user.impersonate', actor, subject }),
  ])
  // The administrator's session has ended in the meantime.
  if (made.length === 0) return { status: 'refused' }
  return { status: 'started', token: next.token }
}

/** Ends impersonation. The administrator signs in again: a stolen user cookie must not give administrator rights. */
export async function stopImpersonating(
  { auth }: Pick<UserAdminDeps, 'auth'>,
  { session, ...origin }: Omit<ActRequest, 'actor'> & { session: Session },
): Promise<void> {
  const { db, now } = auth
  const entry = { act: 'user.impersonate-end', actor: session.actor, subject: session.user } as const
  await writeSessionEnd(auth, (end) => [end({ sessionIds: [session.id] }), auditStatement(db, origin, now(), entry)])
}
