import type { Context } from 'hono'
import { randomToken } from '../../auth/session/token.ts'
import type { Cookies } from '../../http/cookies.ts'

/** Returns the id of this browser, to which challenges are bound. Tabs share it, so no tab invalidates another's. */
export function browserOf(c: Context, cookies: Cookies): string {
  const known = cookies.read(c, 'passkey')
  const browser = known && /^[\w-]{22}$/.test(known) ? known : randomToken(16)
  cookies.write(c, 'passkey', browser)
  return browser
}
