import type { Locale } from '../../i18n/locales.ts'
import { auditIfChanged, auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { acknowledgeDevices, dismissOn, knowsDevice, listDevices } from '../device/device-queries.ts'
import { dismissalOf } from '../device/dismissal.ts'
import { type SetPasswordOutcome, setPassword, verifyPassword } from '../password/set-password.ts'
import { type UserRow, updateUser } from '../queries.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { verifyCode } from '../second-factor/second-factor.ts'
import { sessionExists } from '../session/end-queries.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import type { Session } from '../session/session.ts'
import { renewSession, type SessionRequest } from '../session/start-session.ts'
import { acknowledgeWarnings } from '../tries/tries-queries.ts'

export interface Profile {
  name: string
  locale: Locale
  accent: string | null
}

export async function changeProfile(
  { db, now }: AuthDeps,
  user: UserRow,
  profile: Profile,
  origin: Origin,
): Promise<void> {
  const before = { name: user.name, locale: user.locale, accent: user.accent }
  if (Bun.deepEquals(before, profile)) return
  await db.writeBatch([
    updateUser(db, user.id, profile),
    auditStatement(db, origin, now(), { act: 'user.profile', actor: user, subject: user, before, after: profile }),
  ])
}

export type PasswordOutcome = SetPasswordOutcome | { status: 'wrong' } | { status: 'slow-down'; waitMs: number }

/** Changes the password and ends all sessions; the requesting browser gets a new cookie. */
export async function changePassword(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { current: string; wanted: string },
): Promise<PasswordOutcome> {
  const check = await verifyPassword(deps, user, request.current)
  if (check.status === 'wrong') {
    const entry = { act: 'user.password', isSuccess: false, actor: user, subject: user } as const
    await deps.db.writeBatch([auditStatement(deps.db, request, deps.now(), entry)])
  }
  if (check.status !== 'right') return check
  const { replaces } = request
  return setPassword(deps, user, {
    ...request,
    ...(replaces !== undefined && { isStillAllowed: sessionExists(replaces, user.id) }),
  })
}

export type ReauthenticationOutcome =
  | { status: 'proven'; token: string }
  /** The session has ended in the meantime */
  | { status: 'ended' }
  | { status: 'wrong' }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

export async function reauthenticate(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest & { password: string; code: string },
): Promise<ReauthenticationOutcome> {
  const { db } = deps
  const check = await verifyPassword(deps, user, request.password)
  if (check.status === 'busy' || check.status === 'slow-down') return check
  let isRight = check.status === 'right'
  if (isRight && (await hasSecondFactor(db, user))) {
    const isKnown = await knowsDevice(db, user.id, session.device ?? '')
    const proof = await verifyCode(deps, user, { ...request, isKnown })
    if (proof.status === 'slow-down') return proof
    isRight = proof.status === 'right'
  }
  if (!isRight) {
    const entry = { act: 'session.fresh', isSuccess: false, actor: user, subject: user } as const
    await db.writeBatch([auditStatement(db, request, deps.now(), entry)])
    return { status: 'wrong' }
  }
  const token = await renewSession(deps, user, session, request)
  return token === undefined ? { status: 'ended' } : { status: 'proven', token }
}

export async function signOut(deps: AuthDeps, session: Session, origin: Origin): Promise<void> {
  const { db, now } = deps
  const { id, user, actor } = session
  const entry = { act: 'session.sign-out', actor, subject: user } as const
  await writeSessionEnd(deps, (end) => [end({ sessionIds: [id] }), auditStatement(db, origin, now(), entry)])
}

export async function endSession(deps: AuthDeps, user: UserRow, id: string, origin: Origin): Promise<void> {
  const { db, now } = deps
  const entry = { act: 'session.end', actor: user, subject: user } as const
  await writeSessionEnd(deps, (end) => [
    end({ sessionIds: [id], of: user.id }),
    auditIfChanged(db, origin, now(), entry),
  ])
}

/** Dismisses the warnings on this device, and on all devices if this device may do that (see `dismissalOf`). */
export async function dismissWarnings({ db, now }: AuthDeps, { user, device }: Session): Promise<void> {
  const { reach, acknowledged: settled } = dismissalOf(await listDevices(db, user.id), device)
  const hashes = settled.map(({ hash }) => hash)
  await db.writeBatch([
    ...(reach === 'all' ? [acknowledgeWarnings(db, user.id), acknowledgeDevices(db, user.id, hashes)] : []),
    dismissOn(db, user.id, device ?? '', now()),
  ])
}

export async function endOtherSessions(deps: AuthDeps, user: UserRow, session: Session, origin: Origin): Promise<void> {
  const { db, now } = deps
  const entry = { act: 'session.end-all', actor: user, subject: user } as const
  await writeSessionEnd(deps, (end) => [
    end({ userId: user.id, except: session.id }),
    auditStatement(db, origin, now(), entry),
  ])
}
