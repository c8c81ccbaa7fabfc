import type { Context } from 'hono'
import { safeNext } from '../auth/next-path.ts'
import { mustSetUpSecondFactor } from '../auth/second-factor/factors.ts'
import type { SignedIn } from '../auth/session/start-session.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'

/** Sets the session cookies and redirects. Users who must have a second factor are redirected to its setup first. */
export async function completeSignIn(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, device, user }: SignedIn,
  next = nextOf(c, deps),
) {
  const { auth, cookies } = deps
  cookies.remove(c, 'pending')
  // Messages in this browser may be for another user.
  cookies.remove(c, 'flash')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', device.token)
  const target = next ?? localised(c.var.locale, paths.app)
  return c.redirect((await mustSetUpSecondFactor(auth, user)) ? withNext(c, paths.secondFactor, target) : target, 303)
}

/** Returns the page to open after the form, if the query names a page of this site. */
export function nextOf(c: Context<AppEnv>, { shell }: Pick<AccountDeps, 'shell'>): string | undefined {
  return safeNext(c.req.query('next'), shell.siteUrl)
}

export function withNext(c: Context<AppEnv>, path: string, next: string | undefined): string {
  return localised(c.var.locale, path) + (next ? `?next=${encodeURIComponent(next)}` : '')
}

/** Adds a flag to the query of an address. */
export function withFlag(address: string, name: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${name}=1`
}
