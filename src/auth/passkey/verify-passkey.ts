import type { AuthDeps } from '../auth-deps.ts'
import { findUser, type UserRow } from '../queries.ts'
import { readSignature } from './answers.ts'
import { type ChallengeScope, handleOf, readChallenge } from './challenge.ts'
import { claimChallenge, countUse, findPasskey } from './passkey-queries.ts'
import { verifySignature } from './verify.ts'

export interface PasskeyAnswer {
  /** Answer of the authenticator, JSON */
  answer: string
  /** Token of the challenge, as the browser returns it */
  token: string
  browser: string
}

export type PasskeyVerification =
  | { status: 'right'; user: UserRow }
  /**
   * The passkey is unknown, another user's, or its signature is wrong; the answer does not reveal which. `user` is for
   * the audit log.
   */
  | { status: 'wrong'; user?: UserRow | undefined }
  /** The challenge has expired or was used */
  | { status: 'stale' }

/** Verifies the answer of a passkey. @param of  required owner of the passkey; anybody if omitted */
export async function verifyPasskey(
  deps: AuthDeps,
  { answer, token, ...given }: PasskeyAnswer & Pick<ChallengeScope, 'use' | 'subject'>,
  of?: UserRow,
): Promise<PasskeyVerification> {
  const { db, secret, now } = deps
  const challenge = readChallenge(secret, given, token, now())
  if (!challenge) return { status: 'stale' }
  const signature = readSignature(answer)
  const passkey = signature && (await findPasskey(db, signature.id))
  const user = passkey && (of && of.id !== passkey.userId ? undefined : await findUser(db, passkey.userId))
  if (!user) return { status: 'wrong' }
  const { userHandle } = signature.response
  const isTheirs = userHandle ? userHandle === handleOf(user) : of !== undefined
  const counter = isTheirs ? await verifySignature(deps, challenge, signature, passkey) : undefined
  if (counter === undefined) return { status: 'wrong', user }
  const at = now()
  const [, used] = await db.writeBatch([
    claimChallenge(db, { ...challenge, userId: user.id, now: at }),
    countUse(db, passkey, counter, at),
  ])
  return used.length > 0 ? { status: 'right', user } : { status: 'stale' }
}
