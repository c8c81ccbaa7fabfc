import type { Context } from 'hono'
import { safeNext } from '../auth/next-path.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import type { PageDeps } from './page-deps.ts'

/** Redirects to a page. @param path  path without its locale prefix; may include a query */
export function redirectTo(c: Context<AppEnv>, path: string, locale = c.var.locale) {
  return c.redirect(localised(locale, path), 303)
}

/**
 * Redirects to the page that a form names. @param back  path from the form, below the locale prefix; other values are
 * ignored
 */
export function redirectBack(c: Context<AppEnv>, { shell }: Pick<PageDeps, 'shell'>, back: string, otherwise: string) {
  return redirectTo(c, safeNext(back, shell.siteUrl) ?? otherwise)
}
