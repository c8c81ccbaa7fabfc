import type { Context } from 'hono'
import { mustSetUpSecondFactor } from '../auth/second-factor/factors.ts'
import type { SignedIn } from '../auth/session/start-session.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf, withNext } from './next-address.ts'

/** Sets the session cookies and redirects. Users who must have a second factor are redirected to its setup first. */
export async function completeSignIn(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, device, user }: SignedIn,
  next = nextOf(c, deps),
) {
  const { auth, cookies } = deps
  cookies.remove(c, 'pending')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', device.token)
  const target = next ?? localised(c.var.locale, paths.app)
  return c.redirect((await mustSetUpSecondFactor(auth, user)) ? withNext(c, paths.secondFactor, target) : target, 303)
}
