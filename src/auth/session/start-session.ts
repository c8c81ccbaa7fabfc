import { auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type Device, newDevice, readDevice } from '../device/device.ts'
import { rememberDevice } from '../device/device-queries.ts'
import { type UserRow, updateUser } from '../queries.ts'
import { forgiveWrong } from '../tries/warning-queries.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { newSession } from './session.ts'
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

/** Of one person; the one not seen for longest makes room. */
const mostSessions = 50

export async function startSession(deps: AuthDeps, user: UserRow, request: SessionRequest): Promise<SignedIn> {
  const { db } = deps
  const at = deps.now()
  const { address, userAgent, replaces } = request
  const device = readDevice(deps.secret, request.deviceToken) ?? newDevice(deps.secret)
  const begun = { userId: user.id, now: at, address, userAgent }
  const surplus = await listSurplusSessions(db, user.id, mostSessions - 1)
  const session = newSession(db, { ...begun, device: device.hash })
  await writeSessionEnd(deps, (end) => [
    ...(replaces === undefined ? [] : [end({ sessionIds: [replaces] })]),
    ...(surplus.length === 0 ? [] : [end({ sessionIds: surplus })]),
    session.statement,
    ...rememberDevice(db, { ...begun, hash: device.hash }),
    forgiveWrong(db, user.id),
    updateUser(db, user.id, { lastSeenAt: at }),
    auditStatement(db, request, at, { act: 'session.sign-in', actor: user, subject: user }),
  ])
  return { status: 'signed-in', token: session.token, user, device }
}
