import type { BatchStatement, Db } from '../../db/client.ts'
import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readDevice } from '../device/device.ts'
import { knowsDevice } from '../device/device-queries.ts'
import { loginKey } from '../login-name.ts'
import {
  deleteLinks,
  deleteSurplusLinks,
  findUserByLogin,
  hasPasswordOf,
  insertLink,
  lacksPasswordOf,
  replacePassword,
  type UserRow,
} from '../queries.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { verifyCode } from '../second-factor/verify-code.ts'
import type { HashCaller } from '../secrets/password.ts'
import { hashToken, randomToken } from '../secrets/token.ts'
import { type SessionRequest, type SignedIn, startSessionIf } from '../session/start-session.ts'
import { callerOf, resetAttempts, type SlowDown, takeAttempt } from '../tries/tries.ts'
import { countWrongAttempt } from '../tries/warning-queries.ts'
import { isBanned } from '../user.ts'

export interface SignInRequest extends SessionRequest {
  login: string
  password: string
  code?: string | undefined
  /** Solution of the proof of work that an earlier answer has asked for */
  work?: string | undefined
}

export type SignInOutcome =
  | SignedIn
  /** The password was right, and a code is required; `pending` replaces the password for five minutes. */
  | { status: 'code-wanted'; pending: string }
  /** The account does not exist or the password is wrong; the answer does not reveal which. */
  | { status: 'wrong' }
  | { status: 'wrong-code' }
  | { status: 'banned'; reason: string | null; until: number | null }
  | SlowDown
  | { status: 'busy' }

const pendingFor = 5 * 60_000
/** Max number of pending sign-ins per user; the oldest one is evicted */
const maxPending = 10

export async function signIn(deps: AuthDeps, request: SignInRequest): Promise<SignInOutcome> {
  const { db, passwords, limits } = deps
  const now = deps.now()
  const key = loginKey(request.login).slice(0, 100)
  const user = await findUserByLogin(db, key)
  const device = await knownDevice(deps, user, request)
  const { address, password, work } = request
  const slowDown = takeAttempt(limits, deps.secret, { address, key, password, work, deviceHash: device?.hash, now })
  if (slowDown) return slowDown
  const caller = callerOf(limits, { address, key, deviceHash: device?.hash, now })
  const check = await passwords.check(request.password, user?.passwordHash ?? undefined, caller)
  if (check.status === 'busy') return { status: 'busy' }
  const refuse = async (why: string, statements: BatchStatement[] = []) => {
    const subject = user ?? { login: request.login }
    await db.writeBatch([
      ...statements,
      auditStatement(db, request, now, { act: 'session.sign-in', isSuccess: false, subject, after: { why } }),
    ])
  }
  if (check.status === 'wrong' || !user) {
    await refuse('password', device ? [] : [countWrongAttempt(db, user?.id ?? '', 'password', { address, now })])
    return { status: 'wrong' }
  }
  if (isBanned(user, now)) {
    await refuse('banned')
    return { status: 'banned', reason: user.banReason, until: user.banUntil }
  }
  if (check.isOld) await rehash(deps, user, request.password, caller)
  if (await hasSecondFactor(db, user)) {
    if (!request.code) {
      const { pending, statements } = newPending(db, user.id, now)
      // Logs the attempt: someone knows the password but sent no code. If the password was changed meanwhile, the
      // pending sign-in is deleted too.
      const isOver = deleteLinks(db, 'second-factor', user.id, lacksPasswordOf(user))
      await refuse('code-wanted', [...statements, isOver])
      return { status: 'code-wanted', pending }
    }
    const proof = await verifyCode(deps, user, { code: request.code, isKnown: device !== undefined, address })
    if (proof.status === 'slow-down') return proof
    if (proof.status === 'wrong') {
      await refuse('code')
      return { status: 'wrong-code' }
    }
  }
  resetAttempts(limits, { address, key })
  // Refuses if the password was changed meanwhile, because checks take time.
  return (await startSessionIf(deps, user, request, hasPasswordOf(user))) ?? { status: 'wrong' }
}

/** Queries the database for unknown logins too, so that timing does not reveal whether an account exists. */
async function knownDevice(deps: AuthDeps, user: UserRow | undefined, { deviceToken }: SessionRequest) {
  const device = readDevice(deps.secret, deviceToken)
  return device && (await knowsDevice(deps.db, user?.id ?? '', device.hash)) ? device : undefined
}

export async function isKnownDevice(deps: AuthDeps, user: UserRow, request: SessionRequest): Promise<boolean> {
  return (await knownDevice(deps, user, request)) !== undefined
}

export function newPending(db: Db, userId: string, now: number) {
  const pending = randomToken()
  const hash = hashToken(pending).toString('hex')
  const link = { hash, kind: 'second-factor' as const, userId, createdAt: now, expiresAt: now + pendingFor }
  return { pending, statements: [insertLink(db, link), deleteSurplusLinks(db, link, maxPending)] }
}

/** Stores the same password with the current hash cost. Does nothing if the user has changed the password meanwhile. */
async function rehash({ db, passwords }: AuthDeps, user: UserRow, password: string, caller: HashCaller): Promise<void> {
  const made = await passwords.hash(password, caller)
  if (made.status === 'hashed') await db.writeBatch([replacePassword(db, user, { hash: made.hash })])
}
