import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AuthEnv } from '../../auth/middleware.ts'
import { safeNext } from '../../auth/next-path.ts'
import { wordsOf } from '../../auth/page-context.tsx'
import { AppError } from '../../http/errors.ts'
import { localised } from '../../i18n/locales.ts'
import { fullPath } from '../../site/page-context.ts'
import type { Instrument } from '../instrument.ts'
import type { EnigmaDeps } from './enigma-deps.ts'

/* What the routes of the asset area share. */

export type EnigmaContext = Context<AuthEnv>

const maxBody = 16 * 1024

const refuseForeign: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (c.var.session?.impersonatorId !== null) throw new AppError(403, wordsOf(c)('account.impersonationRefused'))
  await next()
}

const tooLarge = () => {
  throw new AppError(413, 'The request is too large.')
}

/** Before everything that changes something: nobody who looks through another's eyes, and a form of bearable size. */
export const forChanges = [refuseForeign, bodyLimit({ maxSize: maxBody, onError: tooLarge })] as const

/** Who is signed in, behind the guard `auth`. */
export function userIdOf(c: EnigmaContext): string {
  const { session } = c.var
  if (!session) throw new AppError(401, 'Sign in first.')
  return session.user.id
}

/** The asset that the address names; an address with another one is no page. */
export function instrumentOf(c: EnigmaContext, { market }: EnigmaDeps): Instrument {
  const instrument = market.instrument(c.req.param('asset') ?? '')
  if (!instrument) throw new AppError(404, `Page Not Found: ${fullPath(c)}`)
  return instrument
}

/** Goes back to the page a form was on, which the form itself names. */
export function goBack(c: EnigmaContext, deps: EnigmaDeps, back: string, otherwise: string) {
  const path = safeNext(back, deps.site.siteUrl) ?? otherwise
  return c.redirect(localised(c.var.locale, path), 303)
}
