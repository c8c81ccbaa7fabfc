import type { Locale } from '../i18n/locales.ts'
import { auditIfChanged, auditStatement, type Origin } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { type Device, newDevice, readDevice } from './device/device.ts'
import { dismissOn, knowsDevice, listDevices, rememberDevice, seeDevices } from './device/device-queries.ts'
import { dismissalOf } from './device/dismissal.ts'
import { commonPasswords } from './password/common-passwords.ts'
import { type PasswordFault, passwordFault } from './password/password-rules.ts'
import { provePassword } from './password/prove-password.ts'
import { deleteLinks, type UserRow, updateUser } from './queries.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { proveCode } from './second-factor/prove-code.ts'
import { writeSessionEnd } from './session/end-sessions.ts'
import { renewSession } from './session/renew-session.ts'
import { newSession, type Session } from './session/session.ts'
import type { SessionRequest } from './session/start-session.ts'
import { seeWarnings } from './tries/warning-queries.ts'

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

export type PasswordOutcome =
  | { status: 'changed'; token: string; device: Device }
  | { status: 'wrong' }
  | { status: 'bad-password'; fault: PasswordFault }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

/** All sessions end; the one that asked gets a new cookie. */
export async function changePassword(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { current: string; wanted: string },
): Promise<PasswordOutcome> {
  const check = await provePassword(deps, user, request.current)
  if (check.status === 'wrong') {
    const entry = { act: 'user.password', isSuccess: false, actor: user, subject: user } as const
    await deps.db.writeBatch([auditStatement(deps.db, request, deps.now(), entry)])
  }
  if (check.status !== 'right') return check
  return setPassword(deps, user, request)
}

export async function setPassword(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { wanted: string },
): Promise<Exclude<PasswordOutcome, { status: 'wrong' | 'slow-down' }>> {
  const { db, passwords, now } = deps
  const fault = passwordFault(request.wanted, user.login, await commonPasswords())
  if (fault) return { status: 'bad-password', fault }
  const made = await passwords.hash(request.wanted)
  if (made.status === 'busy') return made
  const at = now()
  const { address, userAgent } = request
  const device = readDevice(deps.secret, request.deviceToken) ?? newDevice(deps.secret)
  const begun = { userId: user.id, now: at, address, userAgent }
  const session = newSession(db, { ...begun, device: device.hash })
  const replaced = request.replaces === undefined ? [] : [request.replaces]
  await writeSessionEnd(deps, (end) => [
    updateUser(db, user.id, { passwordHash: made.hash, passwordChangedAt: at }),
    end({ userId: user.id }),
    // Somebody else may have been signed in in this browser.
    ...replaced.map((id) => end({ sessionIds: [id] })),
    // An earlier link must not undo this.
    deleteLinks(db, 'reset', user.id),
    // Nor does the password that was stand for anything where a code is still wanted.
    deleteLinks(db, 'second-factor', user.id),
    session.statement,
    ...rememberDevice(db, { ...begun, hash: device.hash }),
    auditStatement(db, request, at, { act: 'user.password', actor: user, subject: user }),
  ])
  return { status: 'changed', token: session.token, device }
}

export type ProofOutcome =
  | { status: 'proven'; token: string }
  /** Their session did, meanwhile */
  | { status: 'ended' }
  | { status: 'wrong' }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

export async function reauthenticate(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest & { password: string; code: string },
): Promise<ProofOutcome> {
  const { db } = deps
  const check = await provePassword(deps, user, request.password)
  if (check.status === 'busy' || check.status === 'slow-down') return check
  let isRight = check.status === 'right'
  if (isRight && (await hasSecondFactor(db, user))) {
    const isKnown = await knowsDevice(db, user.id, session.device ?? '')
    const proof = await proveCode(deps, user, { ...request, isKnown })
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

/** For all devices as far as the one that asks has a say; for itself in any case. */
export async function seeAllWarnings({ db, now }: AuthDeps, { user, device }: Session): Promise<void> {
  const { reach, settled } = dismissalOf(await listDevices(db, user.id), device)
  const hashes = settled.map(({ hash }) => hash)
  await db.writeBatch([
    ...(reach === 'all' ? [seeWarnings(db, user.id), seeDevices(db, user.id, hashes)] : []),
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
