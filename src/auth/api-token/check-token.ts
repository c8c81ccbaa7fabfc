import type { Db } from '../../db/client.ts'
import { confirmAbsence } from '../../db/read-latest.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import type { Scope } from '../scopes.ts'
import { isSame } from '../secrets/token.ts'
import { createTouch } from '../session/touch.ts'
import { banOf, bytesOf, currentUserOf } from '../stored-user.ts'
import { type CurrentUser, isBanned } from '../user.ts'
import { readScopes } from './api-tokens.ts'
import { tokenSql, touchToken } from './token-queries.ts'
import { readTokenText } from './token-text.ts'

/** An API client. It acts as the owner of its token, limited to the token's scopes. */
export interface TokenCaller {
  id: string
  user: CurrentUser
  scopes: readonly Scope[]
}

export interface ApiTokens {
  /** Returns undefined when the token is invalid, revoked or expired, or its owner is banned. @param now  ms UTC */
  check(text: string, now: number): Promise<TokenCaller | undefined>
}

const usedEvery = 60_000

export function openApiTokens({ db, log }: { db: Db; log: Pick<Logger, 'error'> }): ApiTokens {
  const touch = createTouch(db, createBackground(log), touchToken)
  const readToken = db.readOne(tokenSql)
  return {
    check: async (text, now) => {
      const given = readTokenText(text)
      const row = given && (await confirmAbsence(() => readToken(given.id)))
      if (!row || !isSame(given.hash, bytesOf(row.hash)) || Number(row.expiresAt) <= now) return undefined
      if (isBanned(banOf(row.status, row.banUntil), now)) return undefined
      const user = currentUserOf(row)
      if (row.usedAt === null || Number(row.usedAt) + usedEvery <= now) touch(given.id, user.id, now)
      return { id: given.id, user, scopes: readScopes(String(row.scopes)) }
    },
  }
}
