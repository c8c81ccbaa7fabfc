import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Hono, type MiddlewareHandler } from 'hono'
import { addSecondFactor, newLogin, password, registered, userOf } from '../../tests/asvs-people.ts'
import { cheapPasswords } from '../../tests/password-cost.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { changePassword, reauthenticate } from './account/account.ts'
import { register, setUp } from './account/register.ts'
import { authApiRoutes } from './api-routes.ts'
import { type AuthDeps, createAuthDeps } from './auth-deps.ts'
import { newLink } from './link.ts'
import { type AuthEnv, openAccounts } from './middleware.ts'
import { removeSecondFactor } from './second-factor/second-factor.ts'
import { createHashing, createPasswords } from './secrets/password.ts'
import { openSessions } from './session/session.ts'
import { choosePassword } from './sign-in/new-password.ts'
import { signIn } from './sign-in/sign-in.ts'
import { createSignInLimits } from './tries/tries.ts'

/* Tests that nobody signs in, nothing changes and no link is used up when all hash threads are busy. */

setDefaultTimeout(60_000)

let site: TestSite
let deps: AuthDeps
let busy: AuthDeps
beforeAll(async () => {
  site = await createTestSite()
  const { appDb: db, events } = site
  deps = createAuthDeps({ db, events, secret: 'x', siteUrl: 'https://kurs.test', isOpen: true })
  const passwords = {
    hash: async () => ({ status: 'busy' }) as const,
    check: async () => ({ status: 'busy' }) as const,
  }
  busy = { ...deps, passwords }
})
afterAll(() => site.close())

const origin = { address: '10.1.2.3', requestId: 'r', userAgent: 'A test' }
const wanted = 'другой корабль 8'

/** Sets the context values that the site's middleware sets before these routes. */
const inItsPlace: MiddlewareHandler<AuthEnv> = (c, next) => {
  c.set('address', origin.address)
  c.set('requestId', origin.requestId)
  return next()
}

async function everything() {
  const tables = ['users', 'sessions', 'recovery_codes', 'account_links', 'audit_log']
  const rows = tables.map(async (table) => (await site.appDb.client.execute(`select * from ${table}`)).rows)
  return JSON.stringify(await Promise.all(rows))
}

test('a busy server refuses sign-in and registration', async () => {
  const { login } = await registered(site)
  const before = await everything()
  expect(await signIn(busy, { ...origin, login, password })).toEqual({ status: 'busy' })
  expect(await signIn(busy, { ...origin, login: 'nobody', password })).toEqual({ status: 'busy' })
  const account = { ...origin, login: newLogin(), password, locale: 'en' } as const
  expect(await register(busy, account)).toEqual({ status: 'busy' })
  const accounts = { ...openAccounts({ ...deps, log: console }), auth: busy }
  const app = new Hono<AuthEnv>().use(inItsPlace).route('/', authApiRoutes(accounts))
  for (const path of ['/api/auth/login', '/api/auth/register']) {
    const headers = { 'content-type': 'application/json' }
    const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(account) })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  }
  expect(await everything()).toBe(before)
})

test('a busy server refuses a new password, a confirmation and removal of the second factor', async () => {
  const { login, visitor } = await registered(site)
  const user = await userOf(site, login)
  const session = await openSessions({ ...deps, log: console }).check(visitor.cookie('sid') ?? '', Date.now())
  if (!session) throw new Error('No session')
  const before = await everything()
  expect(await changePassword(busy, user, { ...origin, current: password, wanted })).toEqual({ status: 'busy' })
  expect(await reauthenticate(busy, user, session, { ...origin, password, code: '' })).toEqual({ status: 'busy' })
  await addSecondFactor(site, login, Date.now())
  const secured = await userOf(site, login)
  expect(await removeSecondFactor(busy, secured, { ...origin, password })).toEqual({ status: 'busy' })
  expect((await userOf(site, login)).totpSecret).toBe(secured.totpSecret)
  expect((await userOf(site, login)).passwordHash).toBe(user.passwordHash)
  expect(before).toContain(session.id)
})

test('a flood of sign-ins from many networks does not refuse other networks', async () => {
  const { login } = await registered(site)
  const hashing = createHashing({ width: 1, maxPending: 8 })
  const crowded = { ...deps, passwords: createPasswords(cheapPasswords, hashing), limits: createSignInLimits(100) }
  // Each guess is for another login, so that no limit per login stops the attack.
  let guesses = 0
  const guess = async (network: number) => {
    const address = `10.2.${network}.1`
    return (await signIn(crowded, { ...origin, address, login: `nobody${guesses++}`, password })).status
  }
  const attack = () => Array.from({ length: 40 }, (_, n) => guess(n % 20))
  // A network that begins has turns of its own. An attack of 20 networks has used up its own after three rounds.
  for (let round = 0; round < 3; round++) for (let n = 0; n < 20; n++) await guess(n)
  const before = attack()
  const stranger = signIn(crowded, { ...origin, address: '10.3.1.1', login, password })
  const after = attack()
  expect((await stranger).status).toBe('signed-in')
  expect(await Promise.all([...before, ...after])).toContain('busy')
})

test('a busy server does not use up links', async () => {
  const { id } = await registered(site)
  const reset = newLink(site.appDb, 'reset', id, Date.now())
  const first = newLink(site.appDb, 'setup', null, Date.now())
  await site.appDb.writeBatch([...reset.statements, ...first.statements])
  const choice = { ...origin, token: reset.token, wanted }
  const account = { ...origin, token: first.token, login: newLogin(), name: '', password, locale: 'en' } as const
  expect(await choosePassword(busy, choice)).toEqual({ status: 'busy' })
  expect(await setUp(busy, account)).toEqual({ status: 'busy' })
  expect((await choosePassword(deps, choice)).status).toBe('signed-in')
  // One of two concurrent requests succeeds; the other one finds no link.
  const both = await Promise.all([setUp(deps, account), setUp(deps, { ...account, login: newLogin() })])
  expect(both.map(({ status }) => status).sort()).toEqual(['missing', 'signed-in'])
})

test('the link of a banned user is refused', async () => {
  const { id } = await registered(site)
  const reset = newLink(site.appDb, 'reset', id, Date.now())
  await site.appDb.writeBatch(reset.statements)
  const choose = () => choosePassword(deps, { ...origin, token: reset.token, wanted })
  const set = (status: string) =>
    site.appDb.client.execute({ sql: 'update users set status = ? where id = ?', args: [status, id] })
  await set('banned')
  expect(await choose()).toEqual({ status: 'missing' })
  await set('active')
  expect((await choose()).status).toBe('signed-in')
})

test('a wrong password does not remove the second factor, and is logged', async () => {
  const { login } = await registered(site)
  await addSecondFactor(site, login, Date.now())
  const user = await userOf(site, login)
  const lines = async () => {
    const sql = "select is_success from audit_log where act = 'user.second-factor-off' and subject_id = ? order by id"
    return (await site.appDb.client.execute({ sql, args: [user.id] })).rows.map((row) => Number(row.is_success))
  }
  const ask = (word: string) => removeSecondFactor(deps, user, { ...origin, password: word })
  expect(await ask('guess')).toEqual({ status: 'wrong' })
  expect(await lines()).toEqual([0])
  expect(await ask(password)).toEqual({ status: 'off' })
  expect(await lines()).toEqual([0, 1])
})
