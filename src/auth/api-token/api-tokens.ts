import type { Db } from '../../db/client.ts'
import { confirmAbsence } from '../../db/read-latest.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import { auditIfChanged, type Origin } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { isScope, type Scope, scopes } from '../scopes.ts'
import { isSame } from '../secrets/token.ts'
import type { Session } from '../session/session.ts'
import { createTouch } from '../session/touch.ts'
import { banOf, bytesOf, currentUserOf } from '../stored-user.ts'
import { type CurrentUser, isBanned } from '../user.ts'
import { deleteToken, insertToken, listTokens, type TokenRow, tokenSql, touchToken } from './token-queries.ts'
import { keyedTokenText, newTokenText, readTokenText } from './token-text.ts'

export interface OwnToken extends Pick<TokenRow, 'id' | 'name' | 'createdAt' | 'expiresAt' | 'usedAt'> {
  scopes: Scope[]
}

export async function ownTokens({ db }: Pick<AuthDeps, 'db'>, userId: string): Promise<OwnToken[]> {
  const rows = await listTokens(db, userId)
  return rows.map(({ id, name, createdAt, expiresAt, usedAt, ...row }) => {
    return { id, name, scopes: readScopes(row.scopes), createdAt, expiresAt, usedAt }
  })
}

/** Returns the scopes that still exist; removed scopes grant nothing. */
function readScopes(text: string): Scope[] {
  return text.split(' ').filter(isScope)
}

export interface TokenRequest extends Origin {
  name: string
  scopes: readonly Scope[]
  /** End of the token's lifetime, ms UTC */
  expiresAt: number
  /** Idempotency key: a repeated request with the same key returns the first token */
  key?: string | undefined
}

export type CreatedToken = { status: 'made'; id: string; text: string } | { status: 'too-many' }

/** Creates a token. @param session  session of the token's owner, recently reauthenticated */
export async function createToken(
  { db, now, secret }: Pick<AuthDeps, 'db' | 'now' | 'secret'>,
  { id: sessionId, user }: Session,
  request: TokenRequest,
): Promise<CreatedToken> {
  const at = now()
  const { name, expiresAt, key } = request
  const { id, text, hash } = key === undefined ? newTokenText() : keyedTokenText(key, secret)
  const chosen = scopes.filter((scope) => request.scopes.includes(scope)).join(' ')
  const row = { id, userId: user.id, name, hash, scopes: chosen, createdAt: at, expiresAt }
  const after = { name, scopes: chosen, expiresAt }
  const [, made] = await db.writeBatch([
    ...insertToken(db, row, sessionId),
    auditIfChanged(db, request, at, { act: 'token.make', actor: user, subject: user, after }),
  ])
  const isThere = made.length > 0 || (await listTokens(db, user.id)).some((token) => token.id === id)
  return isThere ? { status: 'made', id, text } : { status: 'too-many' }
}

/** Revokes one of the user's own tokens. @returns whether the token existed */
export async function revokeToken(
  deps: Pick<AuthDeps, 'db' | 'now'>,
  { user }: Session,
  id: string,
  origin: Origin,
): Promise<boolean> {
  const token = (await ownTokens(deps, user.id)).find((own) => own.id === id)
  if (!token) return false
  const before = { name: token.name, scopes: token.scopes.join(' ') }
  const [gone] = await deps.db.writeBatch([
    deleteToken(deps.db, user.id, id),
    auditIfChanged(deps.db, origin, deps.now(), { act: 'token.revoke', actor: user, subject: user, before }),
  ])
  return gone.length > 0
}

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
