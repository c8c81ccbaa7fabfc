import type { BatchStatement, Db } from '../../db/client.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { auditStatement } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readDevice } from '../device/device.ts'
import { knowsDevice } from '../device/device-queries.ts'
import { loginKey } from '../names.ts'
import {
  claimLink,
  countFailure,
  deleteLinks,
  deleteSurplusLinks,
  findLink,
  findUser,
  findUserByLogin,
  hasPasswordOf,
  insertLink,
  lacksPasswordOf,
  replacePassword,
  type UserRow,
} from '../queries.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { verifyCode } from '../second-factor/second-factor.ts'
import type { HashCaller } from '../secrets/password.ts'
import { hashToken, randomToken } from '../secrets/token.ts'
import { type SessionRequest, type SignedIn, startSession, startSessionIf } from '../session/start-session.ts'
import { callerOf, resetAttempts, type SlowDown, takeAttempt } from '../tries/tries.ts'
import { countWrongAttempt } from '../tries/tries-queries.ts'
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

export async function finishSignIn(
  deps: AuthDeps,
  request: SessionRequest & { pending: string; code: string },
): Promise<SignInOutcome> {
  const { db, limits } = deps
  const now = deps.now()
  const waitMs = limits.network.take(networkOf(request.address), now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const hash = hashToken(request.pending).toString('hex')
  const link = await findLink(db, 'second-factor', hash, now)
  const user = link?.userId ? await findUser(db, link.userId) : undefined
  if (!user || isBanned(user, now)) return { status: 'wrong' }
  const proof = await verifyCode(deps, user, { ...request, isKnown: await isKnownDevice(deps, user, request) })
  if (proof.status === 'slow-down') return proof
  if (proof.status === 'wrong') {
    const entry = { act: 'session.sign-in', isSuccess: false, subject: user, after: { why: 'code' } } as const
    await db.writeBatch([countFailure(db, hash), auditStatement(db, request, now, entry)])
    return { status: 'wrong-code' }
  }
  if (!(await claimLink(db, 'second-factor', hash, now))) return { status: 'wrong' }
  return startSession(deps, user, request)
}

export type VerifiedSignInOutcome = Extract<SignInOutcome, { status: 'signed-in' | 'code-wanted' | 'banned' }>

/**
 * Signs in a user whom another channel has identified. This replaces only the password: bans and second factors still
 * apply.
 */
export async function signInVerified(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { by: 'telegram' },
): Promise<VerifiedSignInOutcome> {
  const { db } = deps
  const now = deps.now()
  const { by } = request
  const refused = (why: string) =>
    auditStatement(db, request, now, { act: 'session.sign-in', isSuccess: false, subject: user, after: { why, by } })
  if (isBanned(user, now)) {
    await db.writeBatch([refused('banned')])
    return { status: 'banned', reason: user.banReason, until: user.banUntil }
  }
  if (!(await hasSecondFactor(db, user))) return startSession(deps, user, request)
  const { pending, statements } = newPending(db, user.id, now)
  await db.writeBatch([...statements, refused('code-wanted')])
  return { status: 'code-wanted', pending }
}
