import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import type { PasswordCheck } from '../secrets/password.ts'

export type PasswordVerification = PasswordCheck | { status: 'slow-down'; waitMs: number }

/**
 * Checks the password of a signed-in user. Rate-limited, so that a stolen session cannot be used to guess the password.
 */
export async function verifyPassword(
  { passwords, limits, now }: AuthDeps,
  user: UserRow,
  password: string,
): Promise<PasswordVerification> {
  const waitMs = limits.both.take(`proof ${user.id}`, now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  return passwords.check(password, user.passwordHash ?? undefined, { key: user.id, isKnown: true })
}
