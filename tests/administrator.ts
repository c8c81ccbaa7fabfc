import { createAccount } from '../src/auth/account/register.ts'
import { createAuthDeps } from '../src/auth/auth-deps.ts'
import { findUser, type UserRow } from '../src/auth/queries.ts'
import { turnOnSecondFactor } from '../src/auth/second-factor/second-factor.ts'
import { newTotpKey } from '../src/auth/second-factor/totp.ts'
import type { Db } from '../src/db/client.ts'
import { cheapPasswords } from './password-cost.ts'
import { codeNow } from './totp-code.ts'

export interface Administrator {
  user: UserRow
  /** The session cookie, as sent in a header */
  cookie: string
  /** The public half of the cookie: the session ID */
  token: string
}

const origin = { address: '10.9.8.7', requestId: 'test', userAgent: 'A test' }

/** Creates an administrator with a second factor and a new session, through the same code as the product. */
export async function makeAdministrator(db: Db, login: string, siteUrl = 'https://kurs.test'): Promise<Administrator> {
  const deps = createAuthDeps({
    db,
    events: { emit: () => {} },
    secret: 'a secret of nobody but this test',
    siteUrl,
    isOpen: true,
    passwordCost: cheapPasswords,
  })
  const made = await createAccount(deps, {
    ...origin,
    login,
    password: 'корабль лампа 7',
    locale: 'en',
    role: 'admin',
    act: 'user.create',
  })
  if (made.status !== 'created') throw new Error(`No administrator ${login}: ${made.status}`)
  const key = newTotpKey()
  const factor = await turnOnSecondFactor(deps, made.user, { ...origin, key, code: codeNow(key) })
  const user = await findUser(db, made.user.id)
  if (factor.status !== 'on' || !user) throw new Error('The second factor could not be turned on')
  const name = siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
  return { user, cookie: `${name}=${factor.token}`, token: factor.token }
}
