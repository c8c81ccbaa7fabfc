import type { Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { returnCode, takeCode } from '../tries/code-queries.ts'
import { countWrongAttempt } from '../tries/warning-queries.ts'
import { checkSecondFactor } from './second-factor.ts'
import { isTotpShape } from './totp.ts'

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
