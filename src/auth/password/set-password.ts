import { auditIfChanged } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type Device, newDevice, readDevice } from '../device/device.ts'
import { rememberDevice } from '../device/device-queries.ts'
import { type Condition, deleteLinks, hasHash, replacePassword, type UserRow } from '../queries.ts'
import type { PasswordCheck } from '../secrets/password.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { newSession } from '../session/session.ts'
import type { SessionRequest } from '../session/start-session.ts'
import { commonPasswords, type PasswordFault, passwordFault } from './password-rules.ts'

export type SetPasswordOutcome =
  | { status: 'changed'; token: string; device: Device }
  | { status: 'bad-password'; fault: PasswordFault }
  /** The password was changed meanwhile, or the right to change it has ended. */
  | { status: 'overtaken' }
  | { status: 'busy' }

/**
 * Sets a password and ends all sessions; the requesting browser gets a new cookie. Hashing takes time: writes nothing
 * when the password of `user` was replaced since it was read.
 * @param request.mayStill  SQL: the right to change it still exists
 */
export async function setPassword(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { wanted: string; isStillAllowed?: Condition },
): Promise<SetPasswordOutcome> {
  const { db, passwords, now } = deps
  const fault = passwordFault(request.wanted, user.login, await commonPasswords())
  if (fault) return { status: 'bad-password', fault }
  const made = await passwords.hash(request.wanted, { key: user.id, isKnown: true })
  if (made.status === 'busy') return made
  const at = now()
  const { address, userAgent } = request
  const device = readDevice(deps.secret, request.deviceToken) ?? newDevice(deps.secret)
  const begun = { userId: user.id, now: at, address, userAgent }
  // Condition that this request has set the password: hashes are salted, so the new hash is unique.
  const isSet = hasHash(user.id, made.hash)
  const session = newSession(db, { ...begun, device: device.hash, condition: isSet })
  const replaced = request.replaces === undefined ? [] : [request.replaces]
  const [set] = await writeSessionEnd(deps, (end) => [
    replacePassword(db, user, { hash: made.hash, now: at, condition: request.isStillAllowed }),
    auditIfChanged(db, request, at, { act: 'user.password', actor: user, subject: user }),
    end({ userId: user.id }, isSet),
    // Ends the browser's previous session, which may belong to another user.
    ...replaced.map((id) => end({ sessionIds: [id] }, isSet)),
    // Deletes reset links, because an earlier link must not undo this change.
    deleteLinks(db, 'reset', user.id, isSet),
    deleteLinks(db, 'chat-reset', user.id, isSet),
    // Deletes pending second steps, because the old password must not complete one.
    deleteLinks(db, 'second-factor', user.id, isSet),
    session.statement,
    ...rememberDevice(db, { ...begun, hash: device.hash }, isSet),
  ])
  return set.length > 0 ? { status: 'changed', token: session.token, device } : { status: 'overtaken' }
}

export type PasswordVerification = PasswordCheck | { status: 'slow-down'; waitMs: number }

/**
 * Checks the password of a signed-in user. Rate-limited, so that a stolen session cannot be used to guess the password.
 */
export async function verifyPassword(
  { passwords, limits, now }: AuthDeps,
  user: UserRow,
  password: string,
): Promise<PasswordVerification> {
  const waitMs = limits.both.take(`proof ${user.id}`, now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  return passwords.check(password, user.passwordHash ?? undefined, { key: user.id, isKnown: true })
}
