import { auditIfChanged, auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { readDevice } from '../device/device.ts'
import type { UserRow } from '../queries.ts'
import { countPasskeys, dropIdleCodes, insertFirstCodes } from '../second-factor/factor-queries.ts'
import { hashesOf, newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { writeSessionEnd } from '../session/end-sessions.ts'
import { newSession } from '../session/session.ts'
import type { SessionRequest } from '../session/start-session.ts'
import { readNewCredential } from './answers.ts'
import { readChallenge } from './challenge.ts'
import {
  claimChallenge,
  deletePasskey,
  findPasskey,
  insertPasskey,
  maxPasskeys,
  renamePasskey,
  revokeEarlierAccess,
} from './passkey-queries.ts'
import { verifyNewCredential } from './verify.ts'
import type { PasskeyAnswer } from './verify-passkey.ts'

const maxPasskeyName = 60

export type AddOutcome =
  /** The passkey was added. `recoveryCodes` are set for the account's first second factor */
  | { status: 'added'; token: string; recoveryCodes: string[] | undefined }
  | { status: 'stale' }
  | { status: 'wrong' }
  /** The passkey is registered already, by this account or another; the answer does not reveal which */
  | { status: 'taken' }
  | { status: 'full' }

/**
 * Adds a passkey. Like turning on TOTP, this ends every other session, and the requesting browser gets a new cookie.
 */
export async function addPasskey(
  deps: AuthDeps,
  user: UserRow,
  request: SessionRequest & PasskeyAnswer & { name: string; subject: string },
): Promise<AddOutcome> {
  const { db, secret } = deps
  const now = deps.now()
  const challenge = readChallenge(secret, { ...request, use: 'add' }, request.token, now)
  if (!challenge) return { status: 'stale' }
  const sent = readNewCredential(request.answer)
  const verified = sent && (await verifyNewCredential(deps, challenge, sent))
  if (!verified) {
    const entry = { act: 'user.passkey-add', isSuccess: false, actor: user, subject: user } as const
    await db.writeBatch([auditStatement(db, request, now, entry)])
    return { status: 'wrong' }
  }
  if (await findPasskey(db, verified.id)) return { status: 'taken' }
  const row = {
    ...verified,
    userId: user.id,
    name: request.name.slice(0, maxPasskeyName),
    transports: sent.response.transports.join(','),
    createdAt: now,
    lastUsedAt: null,
  }
  const codes = newRecoveryCodes()
  const device = readDevice(secret, request.deviceToken)?.hash
  const { address, userAgent } = request
  const session = newSession(db, { userId: user.id, now, address, userAgent, device, condition: 'if-changed' })
  const entry = { act: 'user.passkey-add', actor: user, subject: user, after: { name: row.name } } as const
  const [, inserted, , , , insertedCodes] = await writeSessionEnd(deps, (end) => [
    claimChallenge(db, { ...challenge, userId: user.id, now }),
    insertPasskey(db, row, request.subject),
    auditIfChanged(db, request, now, entry),
    end({ userId: user.id }, 'if-changed'),
    session.statement,
    insertFirstCodes(db, { userId: user.id, passkeyId: row.id, hashes: hashesOf(user.id, codes), now }),
    ...revokeEarlierAccess(db, row),
  ])
  if (inserted.length === 0) {
    const isFull = (await countPasskeys(db, user.id)) >= maxPasskeys
    return { status: isFull ? 'full' : 'stale' }
  }
  return { status: 'added', token: session.token, recoveryCodes: insertedCodes.length > 0 ? codes : undefined }
}

export async function namePasskey({ db }: AuthDeps, user: UserRow, id: string, name: string): Promise<void> {
  await db.writeBatch([renamePasskey(db, user.id, id, name.slice(0, maxPasskeyName))])
}

export type RemovalOutcome =
  | { status: 'removed' }
  | { status: 'missing' }
  /** The passkey stays, because it is the last second factor of an administrator */
  | { status: 'kept' }

export async function removePasskey(
  { db, now }: AuthDeps,
  user: UserRow,
  request: Origin & { id: string },
): Promise<RemovalOutcome> {
  const passkey = await findPasskey(db, request.id)
  if (passkey?.userId !== user.id) return { status: 'missing' }
  const before = { name: passkey.name }
  const [removed] = await db.writeBatch([
    deletePasskey(db, user.id, passkey.id),
    auditIfChanged(db, request, now(), { act: 'user.passkey-remove', actor: user, subject: user, before }),
    dropIdleCodes(db, user.id),
  ])
  return removed.length > 0 ? { status: 'removed' } : { status: 'kept' }
}
