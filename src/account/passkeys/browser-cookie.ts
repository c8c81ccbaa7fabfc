import type { Context } from 'hono'
import { randomToken } from '../../auth/session/token.ts'
import type { Cookies } from '../../http/cookies.ts'

/** What challenges are bound to. Its tabs share it, so that one of them does not end what another has begun. */
export function browserOf(c: Context, cookies: Cookies): string {
  const known = cookies.read(c, 'passkey')
  const browser = known && /^[\w-]{22}$/.test(known) ? known : randomToken(16)
  cookies.write(c, 'passkey', browser)
  return browser
}
