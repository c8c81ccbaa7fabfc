import type { BatchStatement, Db } from '../../db/client.ts'
import { auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readDevice } from '../device/device.ts'
import { claimRecoveryCode, claimTotpStep, replaceRecoveryCodes, type UserRow, updateUser } from '../queries.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { newSession } from '../session/session.ts'
import type { SessionRequest } from '../session/start-session.ts'
import { hashToken, randomToken } from '../session/token.ts'
import { type Seal, stepOf } from './totp.ts'

const recoveryCodesMade = 10

/** Accepts a TOTP code, each step once, or a recovery code, each once. */
export async function checkSecondFactor({ db, seal, now }: AuthDeps, user: UserRow, code: string): Promise<boolean> {
  if (user.totpSecret === null) return false
  const key = openedKey(seal, user.totpSecret)
  const step = key && stepOf(key, code, now())
  if (step !== undefined) return claimTotpStep(db, user.id, step)
  return claimRecoveryCode(db, user.id, hashOfCode(user.id, plainCode(code)), now())
}

/** Undefined when sealed under another secret: recovery codes still work then. */
function openedKey(seal: Seal, sealed: string): Uint8Array | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

export type SecondFactorOutcome = { status: 'on'; token: string; recoveryCodes: string[] } | { status: 'wrong-code' }

/** Turned on by a first code; every other session ends, this one gets a new cookie. */
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
  const session = newSession(db, { userId: user.id, now: at, address, userAgent, device })
  await writeSessionEnd(deps, (end) => [
    updateUser(db, user.id, { totpSecret: seal.seal(request.key), totpLastStep: step }),
    ...replaceRecoveryCodes(db, user.id, hashesOf(user.id, recoveryCodes)),
    end({ userId: user.id }),
    session.statement,
    auditStatement(db, request, at, { act: 'user.second-factor-on', actor: user, subject: user }),
  ])
  return { status: 'on', token: session.token, recoveryCodes }
}

export async function turnOffSecondFactor({ db, now }: AuthDeps, user: UserRow, request: Origin): Promise<void> {
  await db.writeBatch([
    ...clearSecondFactor(db, user),
    auditStatement(db, request, now(), { act: 'user.second-factor-off', actor: user, subject: user }),
  ])
}

export function clearSecondFactor(db: Db, { id }: Pick<UserRow, 'id'>): BatchStatement[] {
  return [updateUser(db, id, { totpSecret: null, totpLastStep: null }), ...replaceRecoveryCodes(db, id, [])]
}

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
    const letters = randomToken()
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
