import type { MiddlewareHandler } from 'hono'
import { type AuthEnv, currentSession, type Guards } from '../auth/middleware.ts'
import { limitBody } from '../http/body.ts'
import { AppError } from '../http/errors.ts'
import { readerLocale } from '../http/locale.ts'
import { translator } from '../i18n/translate.ts'

/** Behind `auth`, or a call of programs, whose tokens nobody makes for another: impersonators read what is the user's and change nothing of it (403). */
export const refuseImpersonator: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && !c.var.tokenCaller && currentSession(c).impersonatorId !== null)
    throw new AppError(403, translator(readerLocale(c))('account.impersonationRefused'))
  await next()
}

/** First handlers of every route that changes what is one's own; bodies have 16 KB unless `maxBytes` is given. */
export function ownChanges({ auth }: Pick<Guards, 'auth'>, maxBytes?: number) {
  return [auth, refuseImpersonator, limitBody(maxBytes)] as const
}
