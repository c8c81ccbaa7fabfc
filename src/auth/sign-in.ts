import type { BatchStatement, Db } from '../db/client.ts'
import { auditStatement } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { readDevice } from './device/device.ts'
import { knowsDevice } from './device/device-queries.ts'
import { loginKey } from './login-name.ts'
import {
  deleteLinks,
  deleteSurplusLinks,
  findUserByLogin,
  hasPasswordOf,
  insertLink,
  lacksPasswordOf,
  replacePassword,
  type UserRow,
} from './queries.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { proveCode } from './second-factor/prove-code.ts'
import { type SessionRequest, type SignedIn, startSessionIf } from './session/start-session.ts'
import { hashToken, randomToken } from './session/token.ts'
import { forgetTries, type SlowDown, takeTry } from './tries/tries.ts'
import { countWrong } from './tries/warning-queries.ts'
import { isBanned } from './user.ts'

export interface SignInRequest extends SessionRequest {
  login: string
  password: string
  code?: string | undefined
  /** What was found for the `Work` of an answer */
  work?: string | undefined
}

export type SignInOutcome =
  | SignedIn
  /** The password was right; `pending` stands for it for five minutes. */
  | { status: 'code-wanted'; pending: string }
  /** No such account, or a wrong password: nobody learns which. */
  | { status: 'wrong' }
  | { status: 'wrong-code' }
  | { status: 'banned'; reason: string | null; until: number | null }
  | SlowDown
  | { status: 'busy' }

const pendingFor = 5 * 60_000
/** Of one person; the oldest makes room */
const mostPending = 10

export async function signIn(deps: AuthDeps, request: SignInRequest): Promise<SignInOutcome> {
  const { db, passwords, limits } = deps
  const now = deps.now()
  const key = loginKey(request.login).slice(0, 100)
  const user = await findUserByLogin(db, key)
  const device = await knownDevice(deps, user, request)
  const { address, password, work } = request
  const slowDown = takeTry(limits, deps.secret, { address, key, password, work, deviceHash: device?.hash, now })
  if (slowDown) return slowDown
  const check = await passwords.check(request.password, user?.passwordHash ?? undefined)
  if (check.status === 'busy') return { status: 'busy' }
  const refuse = async (why: string, statements: BatchStatement[] = []) => {
    const subject = user ?? { login: request.login }
    await db.writeBatch([
      ...statements,
      auditStatement(db, request, now, { act: 'session.sign-in', isSuccess: false, subject, after: { why } }),
    ])
  }
  if (check.status === 'wrong' || !user) {
    await refuse('password', device ? [] : [countWrong(db, user?.id ?? '', 'password', { address, now })])
    return { status: 'wrong' }
  }
  if (isBanned(user, now)) {
    await refuse('banned')
    return { status: 'banned', reason: user.banReason, until: user.banUntil }
  }
  if (check.isOld) await rehash(deps, user, request.password)
  if (await hasSecondFactor(db, user)) {
    if (!request.code) {
      const { pending, statements } = newPending(db, user.id, now)
      // Who stops here knows the password and has no code: worth an entry.
      // Nor does a password stand for anything once there is another.
      const isOver = deleteLinks(db, 'second-factor', user.id, lacksPasswordOf(user))
      await refuse('code-wanted', [...statements, isOver])
      return { status: 'code-wanted', pending }
    }
    const proof = await proveCode(deps, user, { code: request.code, isKnown: device !== undefined, address })
    if (proof.status === 'slow-down') return proof
    if (proof.status === 'wrong') {
      await refuse('code')
      return { status: 'wrong-code' }
    }
  }
  forgetTries(limits, { address, key })
  // Checks take their time: whoever has chosen another password meanwhile did so against this one.
  return (await startSessionIf(deps, user, request, hasPasswordOf(user))) ?? { status: 'wrong' }
}

/** Asked of a login that nobody has, the database is asked as well. */
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
  return { pending, statements: [insertLink(db, link), deleteSurplusLinks(db, link, mostPending)] }
}

/** The hash alone is new. Who has changed the password meanwhile has it as they wanted. */
async function rehash({ db, passwords }: AuthDeps, user: UserRow, password: string): Promise<void> {
  const made = await passwords.hash(password)
  if (made.status === 'hashed') await db.writeBatch([replacePassword(db, user, { hash: made.hash })])
}
