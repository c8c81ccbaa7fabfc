import { auditStatement, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { verifyPassword } from '../password/verify-password.ts'
import type { UserRow } from '../queries.ts'
import { countPasskeys } from './factor-queries.ts'
import { turnOffTotp } from './second-factor.ts'

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
