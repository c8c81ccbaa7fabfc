import type { Context } from 'hono'
import { safeNext } from '../auth/next-path.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import type { AccountDeps } from './account-deps.ts'

/** Returns the page to open after the form, if the query names a page of this site. */
export function nextOf(c: Context<AppEnv>, { shell }: Pick<AccountDeps, 'shell'>): string | undefined {
  return safeNext(c.req.query('next'), shell.siteUrl)
}

export function withNext(c: Context<AppEnv>, path: string, next: string | undefined): string {
  return localised(c.var.locale, path) + (next ? `?next=${encodeURIComponent(next)}` : '')
}
