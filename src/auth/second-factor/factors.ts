import type { Db } from '../../db/client.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { countPasskeys, wasReplacedSince } from './factor-queries.ts'

export interface Factors {
  hasTotp: boolean
  passkeys: number
}

export async function factorsOf(db: Db, { id, totpSecret }: Pick<UserRow, 'id' | 'totpSecret'>): Promise<Factors> {
  return { hasTotp: totpSecret !== null, passkeys: await countPasskeys(db, id) }
}

export async function hasSecondFactor(db: Db, user: Pick<UserRow, 'id' | 'totpSecret'>): Promise<boolean> {
  return user.totpSecret !== null || (await countPasskeys(db, user.id)) > 0
}

/** Time in which a user whose second factor was removed is asked at each sign-in to set up another, ms */
const setupRequiredMs = 7 * 24 * 3600_000

/**
 * Returns whether the user must set up a second factor: administrators, and users whose lost factor was recently
 * removed.
 */
export async function mustSetUpSecondFactor(
  { db, now }: Pick<AuthDeps, 'db' | 'now'>,
  user: Pick<UserRow, 'id' | 'totpSecret' | 'role'>,
): Promise<boolean> {
  const isAsked = user.role === 'admin' || (await wasReplacedSince(db, user.id, now() - setupRequiredMs))
  return isAsked && !(await hasSecondFactor(db, user))
}
