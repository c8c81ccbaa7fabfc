import type { Context } from 'hono'
import type { SignedIn } from '../auth/session/start-session.ts'
import type { AppEnv } from '../http/env.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { nextOf } from './next-address.ts'

export function enter(c: Context<AppEnv>, deps: AccountDeps, { token, device }: SignedIn, next = nextOf(c, deps)) {
  const { cookies } = deps
  cookies.remove(c, 'pending')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', device.token)
  return c.redirect(next ?? localised(c.var.locale, paths.app), 303)
}
