import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import type { PasswordCheck } from './password.ts'

export type PasswordProof = PasswordCheck | { status: 'slow-down'; waitMs: number }

/** Rate-limited although they are signed in: a stolen session must not serve to guess the password. */
export async function provePassword(
  { passwords, limits, now }: AuthDeps,
  user: UserRow,
  password: string,
): Promise<PasswordProof> {
  const waitMs = limits.both.take(`proof ${user.id}`, now())
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  return passwords.check(password, user.passwordHash ?? undefined)
}
