import type { Context } from 'hono'
import { safeNext } from '../auth/next-path.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import type { PageDeps } from './page-deps.ts'

/** @param path  without its locale prefix; may include a query */
export function redirectTo(c: Context<AppEnv>, path: string, locale = c.var.locale) {
  return c.redirect(localised(locale, path), 303)
}

/** @param back  from the form, a path below the locale prefix; anything else is ignored */
export function redirectBack(c: Context<AppEnv>, { site }: Pick<PageDeps, 'site'>, back: string, otherwise: string) {
  return redirectTo(c, safeNext(back, site.siteUrl) ?? otherwise)
}
