import type { SQL } from 'drizzle-orm'
import { auditIfChanged, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type Device, newDevice, readDevice } from '../device/device.ts'
import { rememberDevice } from '../device/device-queries.ts'
import { type Condition, type UserRow, updateUser } from '../queries.ts'
import { resetWrongAttempts } from '../tries/tries-queries.ts'
import { sessionExists } from './end-queries.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { newSession, type Session } from './session.ts'
import { listSurplusSessions } from './session-queries.ts'

export interface SignedIn {
  status: 'signed-in'
  token: string
  user: UserRow
  device: Device
}

export interface SessionRequest extends Origin {
  userAgent: string
  replaces?: string | undefined
  deviceToken?: string | undefined
}

/** Max number of sessions per user; the least recently seen session is evicted. */
const maxSessions = 50

export async function startSession(deps: AuthDeps, user: UserRow, request: SessionRequest): Promise<SignedIn> {
  const { signedIn } = await writeSession(deps, user, request, 'always')
  return signedIn
}

/** Starts a session only if `condition` is true when the batch runs. */
export async function startSessionIf(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest,
  condition: SQL,
): Promise<SignedIn | undefined> {
  const { signedIn, isBegun } = await writeSession(deps, user, request, condition)
  return isBegun ? signedIn : undefined
}

async function writeSession(deps: AuthDeps, user: UserRow, request: SessionRequest, condition: Condition) {
  const { db } = deps
  const at = deps.now()
  const { address, userAgent, replaces } = request
  const device = readDevice(deps.secret, request.deviceToken) ?? newDevice(deps.secret)
  const begun = { userId: user.id, now: at, address, userAgent }
  const surplus = await listSurplusSessions(db, user.id, maxSessions - 1)
  const session = newSession(db, { ...begun, device: device.hash, condition })
  const isThere = sessionExists(session.id, user.id)
  const [rows] = await writeSessionEnd(deps, (end) => [
    session.statement,
    auditIfChanged(db, request, at, { act: 'session.sign-in', actor: user, subject: user }),
    ...(replaces === undefined ? [] : [end({ sessionIds: [replaces] }, isThere)]),
    ...(surplus.length === 0 ? [] : [end({ sessionIds: surplus }, isThere)]),
    ...rememberDevice(db, { ...begun, hash: device.hash }, isThere),
    resetWrongAttempts(db, user.id, isThere),
    updateUser(db, user.id, { lastSeenAt: at }, isThere),
  ])
  const signedIn: SignedIn = { status: 'signed-in', token: session.token, user, device }
  return { signedIn, isBegun: rows.length > 0 }
}

/** Replaces the session after step-up authentication. @returns the new token; undefined if the session has ended */
export async function renewSession(
  deps: AuthDeps,
  user: UserRow,
  session: Session,
  request: SessionRequest,
): Promise<string | undefined> {
  const { db } = deps
  const now = deps.now()
  const { address, userAgent } = request
  const device = session.device ?? undefined
  const next = newSession(db, { userId: user.id, now, address, userAgent, device, condition: 'if-changed' })
  const [, begun] = await writeSessionEnd(deps, (end) => [
    end({ sessionIds: [session.id] }),
    next.statement,
    auditIfChanged(db, request, now, { act: 'session.fresh', actor: user, subject: user }),
  ])
  return begun.length > 0 ? next.token : undefined
}
