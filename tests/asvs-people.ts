import { createAuthDeps } from '../src/auth/auth-deps.ts'
import { loginKey } from '../src/auth/names.ts'
import { findUserByLogin, type UserRow } from '../src/auth/queries.ts'
import { turnOnSecondFactor } from '../src/auth/second-factor/second-factor.ts'
import { newTotpKey } from '../src/auth/second-factor/totp.ts'
import type { TestSite } from './site.ts'
import { codeNow } from './totp-code.ts'
import { type CookieVisitor, createVisitor } from './visitor.ts'

export const password = 'корабль лампа 7'

let count = 0
export const newLogin = () => `Person-${++count}`

export interface Registered {
  login: string
  id: string
  visitor: CookieVisitor
}

/** Registers a new user through the form, with a separate browser and network. */
export async function registered(site: TestSite, login = newLogin()): Promise<Registered> {
  const visitor = createVisitor(site)
  const { status } = await visitor.post('/en/register', { login, name: 'Anna', password })
  if (status !== 303) throw new Error(`No registration: ${status}`)
  return { login, visitor, id: (await userOf(site, login)).id }
}

export async function userOf(site: TestSite, login: string): Promise<UserRow> {
  const user = await findUserByLogin(site.appDb, loginKey(login))
  if (!user) throw new Error(`No user ${login}`)
  return user
}

/** Turns on the second factor for a user, which ends their sessions. @param at  the site's time, ms UTC */
export async function addSecondFactor(site: TestSite, login: string, at: number) {
  const secret = 'a secret of nobody but this test'
  const deps = createAuthDeps({
    db: site.appDb,
    events: site.events,
    secret,
    siteUrl: 'https://kurs.test',
    isOpen: true,
    // Confirms with a code from ten minutes ago, so that the code of the current period stays unused.
    now: () => at - 600_000,
  })
  const key = newTotpKey()
  const request = { address: '10.9.9.9', requestId: 'test', userAgent: 'A test', key, code: codeNow(key, at - 600_000) }
  const outcome = await turnOnSecondFactor(deps, await userOf(site, login), request)
  if (outcome.status !== 'on') throw new Error('The second factor could not be turned on')
  return { key, recoveryCodes: outcome.recoveryCodes }
}

/** Signs in through the form in a new browser; `answer` is the result. */
export async function signIn(site: TestSite, login: string, word = password) {
  const visitor = createVisitor(site)
  return { visitor, answer: await visitor.post('/en/login', { login, password: word }) }
}

export async function isSignedIn(visitor: CookieVisitor): Promise<boolean> {
  return (await visitor.get('/en/app')).status === 200
}

/** Checks a session token as given, whatever cookie the browser has now. */
export async function isGood(site: TestSite, token: string | undefined): Promise<boolean> {
  return (await site.as({ cookie: `__Host-sid=${token}` }).me()) !== null
}

/** Returns audit log entries about a user, newest first. */
export async function auditOf(site: TestSite, login: string) {
  const { rows } = await site.appDb.client.execute({
    sql: 'select * from audit_log where subject_login = ? order by id desc',
    args: [login],
  })
  return rows.map((row) => ({ ...row }))
}
