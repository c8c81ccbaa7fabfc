import type { Db } from '../../db/client.ts'
import { countPasskeys } from '../passkey/passkey-queries.ts'
import type { UserRow } from '../queries.ts'

/** What an account asks for besides its password */
export interface Factors {
  /** Codes of an app */
  hasTotp: boolean
  passkeys: number
}

export async function factorsOf(db: Db, { id, totpSecret }: Pick<UserRow, 'id' | 'totpSecret'>): Promise<Factors> {
  return { hasTotp: totpSecret !== null, passkeys: await countPasskeys(db, id) }
}

export async function hasSecondFactor(db: Db, user: Pick<UserRow, 'id' | 'totpSecret'>): Promise<boolean> {
  return user.totpSecret !== null || (await countPasskeys(db, user.id)) > 0
}
