import type { BatchStatement, Db } from '../db/client.ts'
import { auditStatement, type Origin } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import {
  countFailure,
  deleteSessionsOf,
  findLink,
  findUser,
  replaceRecoveryCodes,
  takeLink,
  takeRecoveryCode,
  takeTotpStep,
  type UserRow,
  updateUser,
} from './queries.ts'
import { networkOf } from './rate-limit.ts'
import { newSession } from './session.ts'
import type { SignInOutcome } from './sign-in.ts'
import { type Newcomer, startSession } from './start-session.ts'
import { hashToken, randomToken } from './token.ts'
import { type Seal, stepOf } from './totp.ts'
import { isBanned } from './user.ts'

const recoveryCodesMade = 10

/** Whether a code is the user's: of the authenticator, each step once, or a recovery code, each once. */
export async function checkSecondFactor({ db, seal, now }: AuthDeps, user: UserRow, code: string): Promise<boolean> {
  if (user.totpSecret === null) return false
  const key = openedKey(seal, user.totpSecret)
  const step = key && stepOf(key, code, now())
  if (step !== undefined) return takeTotpStep(db, user.id, step)
  const recovery = plainCode(code)
  return recovery.length > 0 && takeRecoveryCode(db, user.id, hashOfCode(user.id, recovery), now())
}

/** Nothing when the process's secret is another than the one it was sealed with: recovery codes still count then. */
function openedKey(seal: Seal, sealed: string): Uint8Array | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

/** The second step of signing in: a code after the password, which `pending` stands for. */
export async function finishSignIn(
  deps: AuthDeps,
  request: Newcomer & { pending: string; code: string },
): Promise<SignInOutcome> {
  const { db, limits } = deps
  const now = deps.now()
  const waitMs = limits.network.take(networkOf(request.address), now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const hash = hashToken(request.pending).toString('hex')
  const link = await findLink(db, 'second-factor', hash, now)
  const user = link?.userId ? await findUser(db, link.userId) : undefined
  if (!user || isBanned(user, now)) return { status: 'wrong' }
  if (!(await checkSecondFactor(deps, user, request.code))) {
    const entry = { act: 'session.sign-in', isSuccess: false, subject: user, after: { why: 'code' } } as const
    await db.writeBatch([countFailure(db, hash), auditStatement(db, request, now, entry)])
    return { status: 'wrong-code' }
  }
  if (!(await takeLink(db, 'second-factor', hash, now))) return { status: 'wrong' }
  return startSession(deps, user, request)
}

export type SecondFactorOutcome = { status: 'on'; token: string; recoveryCodes: string[] } | { status: 'wrong-code' }

/** Turns the second factor on with a first code; every other session ends, this one gets a new cookie. */
export async function turnOnSecondFactor(
  { db, seal, now }: AuthDeps,
  user: UserRow,
  request: Origin & { key: Uint8Array; code: string; userAgent: string },
): Promise<SecondFactorOutcome> {
  const at = now()
  const step = stepOf(request.key, request.code, at)
  if (step === undefined) return { status: 'wrong-code' }
  const recoveryCodes = newRecoveryCodes()
  const session = newSession(db, { userId: user.id, now: at, address: request.address, userAgent: request.userAgent })
  await db.writeBatch([
    updateUser(db, user.id, { totpSecret: seal.seal(request.key), totpLastStep: step }),
    ...replaceRecoveryCodes(db, user.id, hashesOf(user.id, recoveryCodes)),
    deleteSessionsOf(db, user.id),
    session.statement,
    auditStatement(db, request, at, { act: 'user.second-factor-on', actor: user, subject: user }),
  ])
  return { status: 'on', token: session.token, recoveryCodes }
}

/** Turns the second factor off; administrators have to keep theirs. */
export async function turnOffSecondFactor({ db, now }: AuthDeps, user: UserRow, request: Origin): Promise<void> {
  await db.writeBatch([
    ...forgetSecondFactor(db, user),
    auditStatement(db, request, now(), { act: 'user.second-factor-off', actor: user, subject: user }),
  ])
}

/** Takes a person's second factor and its recovery codes away. */
export function forgetSecondFactor(db: Db, { id }: Pick<UserRow, 'id'>): BatchStatement[] {
  return [updateUser(db, id, { totpSecret: null, totpLastStep: null }), ...replaceRecoveryCodes(db, id, [])]
}

/** New recovery codes in place of the old ones; they are shown once. */
export async function renewRecoveryCodes({ db, now }: AuthDeps, user: UserRow, request: Origin): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.writeBatch([
    ...replaceRecoveryCodes(db, user.id, hashesOf(user.id, codes)),
    auditStatement(db, request, now(), { act: 'user.recovery-codes', actor: user, subject: user }),
  ])
  return codes
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, () => {
    const letters = randomToken(12)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')
    return `${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10, 15)}`
  })
}

function hashesOf(userId: string, codes: string[]): string[] {
  return codes.map((code) => hashOfCode(userId, plainCode(code)))
}

function hashOfCode(userId: string, code: string): string {
  return hashToken(`${userId}:${code}`).toString('hex')
}

function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}
