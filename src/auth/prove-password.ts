import type { AuthDeps } from './auth-deps.ts'
import type { PasswordCheck } from './password.ts'
import type { UserRow } from './queries.ts'

export type PasswordProof = PasswordCheck | { status: 'slow-down'; waitMs: number }

/**
 * Checks the password of somebody who is signed in already. Who has taken over a session must not guess on, so these
 * tries are limited too.
 */
export async function provePassword(
  { passwords, limits, now }: AuthDeps,
  user: UserRow,
  password: string,
): Promise<PasswordProof> {
  const waitMs = limits.both.take(`proof ${user.id}`, now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  return passwords.check(password, user.passwordHash ?? undefined)
}
