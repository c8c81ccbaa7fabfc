import type { MiddlewareHandler } from 'hono'
import { type AuthEnv, currentSession, type Guards } from '../auth/middleware.ts'
import { limitBody } from '../http/body.ts'
import { AppError } from '../http/errors.ts'
import { readerLocale } from '../http/locale.ts'
import { translator } from '../i18n/translate.ts'

/**
 * Forbids changes (403) while impersonating: administrators may read a user's data but not change it. Use it behind
 * `auth` or an API call; API tokens cannot be created during impersonation.
 */
export const refuseImpersonator: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && !c.var.tokenCaller && currentSession(c).impersonatorId !== null)
    throw new AppError(403, translator(readerLocale(c))('account.impersonationRefused'))
  await next()
}

/**
 * Returns the first handlers of every route that changes a user's own data. Max body 16 KB unless `maxBytes` is given.
 */
export function ownChanges({ auth }: Pick<Guards, 'auth'>, maxBytes?: number) {
  return [auth, refuseImpersonator, limitBody(maxBytes)] as const
}
