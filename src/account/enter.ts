import type { Context } from 'hono'
import { deviceMark } from '../auth/session/device.ts'
import type { SignedIn } from '../auth/session/start-session.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf } from './next-address.ts'

/** Leaves the cookies of a session that has just begun, and goes on. */
export function enter(c: Context<AppEnv>, deps: AccountDeps, { token, user }: SignedIn, next = nextOf(c, deps)) {
  const { auth, cookies } = deps
  cookies.remove(c, 'pending')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', deviceMark(auth.secret, user.id))
  return c.redirect(next ?? localised(c.var.locale, paths.app), 303)
}
