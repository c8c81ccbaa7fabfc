import type { BatchStatement, Db } from '../../db/client.ts'
import { auditIfChanged, auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readDevice } from '../device/device.ts'
import { verifyPassword } from '../password/set-password.ts'
import { claimRecoveryCode, claimTotpStep, replaceRecoveryCodes, type UserRow, updateUser } from '../queries.ts'
import type { Seal } from '../secrets/seal.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { newSession } from '../session/session.ts'
import type { SessionRequest } from '../session/start-session.ts'
import { countWrongAttempt, returnCode, takeCode } from '../tries/tries-queries.ts'
import { clearTotp, countPasskeys, deletePasskeys, dropIdleCodes, putTotp, renewAfterTotp } from './factor-queries.ts'
import { hasSecondFactor } from './factors.ts'
import { hashesOf, hashOfCode, newRecoveryCodes } from './recovery-codes.ts'
import { isTotpShape, stepOf } from './totp.ts'

/** Checks a TOTP code or a recovery code; accepts each code only once. */
export async function checkSecondFactor({ db, seal, now }: AuthDeps, user: UserRow, code: string): Promise<boolean> {
  if (!(await hasSecondFactor(db, user))) return false
  const key = user.totpSecret === null ? undefined : openedKey(seal, user.totpSecret)
  const step = key && stepOf(key, code, now())
  if (step !== undefined) return claimTotpStep(db, user.id, step)
  return claimRecoveryCode(db, user.id, hashOfCode(user.id, code), now())
}

/** Returns the opened key; undefined when the key was sealed under another secret. Recovery codes still work then. */
function openedKey(seal: Seal, sealed: string): Uint8Array | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

export type SecondFactorOutcome =
  | { status: 'on'; token: string; recoveryCodes: string[] }
  | { status: 'wrong-code' }
  /** The requesting session has ended in the meantime */
  | { status: 'ended' }

/** Turns on the second factor with a first code. Ends every other session; the requesting browser gets a new cookie. */
export async function turnOnSecondFactor(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & { key: Uint8Array; code: string },
): Promise<SecondFactorOutcome> {
  const { db, seal } = deps
  const at = deps.now()
  const step = stepOf(request.key, request.code, at)
  if (step === undefined) return { status: 'wrong-code' }
  const recoveryCodes = newRecoveryCodes()
  const device = readDevice(deps.secret, request.deviceToken)?.hash
  const { address, userAgent } = request
  const session = newSession(db, { userId: user.id, now: at, address, userAgent, device, condition: 'if-changed' })
  const put = { userId: user.id, sealed: seal.seal(request.key), step, sessionId: request.replaces }
  const [on] = await writeSessionEnd(deps, (end) => [
    putTotp(db, put),
    auditIfChanged(db, request, at, { act: 'user.second-factor-on', actor: user, subject: user }),
    session.statement,
    end({ userId: user.id, except: session.id }, 'if-changed'),
    ...renewAfterTotp(db, put, hashesOf(user.id, recoveryCodes)),
  ])
  if (on.length === 0) return { status: 'ended' }
  return { status: 'on', token: session.token, recoveryCodes }
}

/**
 * Turns off codes of an authenticator app. @returns whether they were removed: administrators keep their last second
 * factor
 */
export async function turnOffTotp({ db, now }: AuthDeps, user: UserRow, request: Origin): Promise<boolean> {
  const [cleared] = await db.writeBatch([
    clearTotp(db, user.id),
    auditIfChanged(db, request, now(), { act: 'user.second-factor-off', actor: user, subject: user }),
    dropIdleCodes(db, user.id),
  ])
  return cleared.length > 0
}

/** Removes TOTP, passkeys and recovery codes. */
export function clearSecondFactor(db: Db, { id }: Pick<UserRow, 'id'>): BatchStatement[] {
  return [
    updateUser(db, id, { totpSecret: null, totpLastStep: null }),
    deletePasskeys(db, id),
    ...replaceRecoveryCodes(db, id, []),
  ]
}

export async function renewRecoveryCodes({ db, now }: AuthDeps, user: UserRow, request: Origin): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.writeBatch([
    ...replaceRecoveryCodes(db, user.id, hashesOf(user.id, codes)),
    auditStatement(db, request, now(), { act: 'user.recovery-codes', actor: user, subject: user }),
  ])
  return codes
}

export type CodeVerification = { status: 'right' | 'wrong' } | { status: 'slow-down'; waitMs: number }

/**
 * Checks a code. From a device unknown to the account, the check takes one attempt from the account's bucket, whatever
 * the network. A recovery code is too long to guess and takes no attempt, so the owner can sign in while others keep
 * the bucket empty.
 */
export async function verifyCode(
  deps: AuthDeps,
  user: UserRow,
  { code, isKnown, address }: Pick<Origin, 'address'> & { code: string; isKnown: boolean },
): Promise<CodeVerification> {
  const { db, limits } = deps
  const now = deps.now()
  const isLimited = isTotpShape(code)
  const waitMs = !isLimited ? 0 : isKnown ? limits.code.take(user.id, now) : await takeCode(db, user.id, now)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const isRight = await checkSecondFactor(deps, user, code)
  if (isRight && isLimited && !isKnown) await db.writeBatch([returnCode(db, user.id)])
  if (!isRight && !isKnown) await db.writeBatch([countWrongAttempt(db, user.id, 'code', { address, now })])
  return { status: isRight ? 'right' : 'wrong' }
}

export type RemovalOutcome =
  | { status: 'off' }
  | { status: 'kept' }
  | { status: 'wrong' }
  | { status: 'slow-down'; waitMs: number }
  | { status: 'busy' }

export async function removeSecondFactor(
  deps: AuthDeps,
  user: UserRow,
  request: Origin & { password: string },
): Promise<RemovalOutcome> {
  if (user.role === 'admin' && (await countPasskeys(deps.db, user.id)) === 0) return { status: 'kept' }
  const check = await verifyPassword(deps, user, request.password)
  if (check.status === 'wrong') {
    const entry = { act: 'user.second-factor-off', isSuccess: false, actor: user, subject: user } as const
    await deps.db.writeBatch([auditStatement(deps.db, request, deps.now(), entry)])
  }
  if (check.status !== 'right') return check
  return { status: (await turnOffTotp(deps, user, request)) ? 'off' : 'kept' }
}
