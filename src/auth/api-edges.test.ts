import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Context } from 'hono'
import { makeAdministrator } from '../../tests/administrator.ts'
import { newLogin, password, registered } from '../../tests/asvs-people.ts'
import { send } from '../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { addUsers } from '../../tests/users.ts'
import { type CookieVisitor, cookieOf, createVisitor, partial } from '../../tests/visitor.ts'
import { type AuthEnv, currentAccount, currentUser } from './middleware.ts'

/* Tests of the account API at the boundaries of its input limits. */

setDefaultTimeout(60_000)

const minute = 60_000
let site: TestSite
let now = Date.UTC(2026, 10, 22, 9)
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const login = (fields: object, headers = {}) => send(site, '/api/auth/login', { json: fields, headers })
const register = (fields: object, headers = {}) => send(site, '/api/auth/register', { json: fields, headers })
const set = (sql: string, ...args: (string | number)[]) => site.appDb.client.execute({ sql, args })

test.each([
  ['login', 200],
  ['password', 1000],
  ['totp', 40],
  ['work', 200],
  ['next', 2000],
])('%s accepts at most %d characters', async (field, most) => {
  const fields = { login: 'nobody', password: 'guess' }
  expect((await login({ ...fields, [field]: 'x'.repeat(most) })).status).toBe(401)
  expect((await login({ ...fields, [field]: 'x'.repeat(most + 1) })).status).toBe(400)
})

test('a name over 80 characters is rejected, and over 200 the request is invalid', async () => {
  const named = (length: number) => register({ login: newLogin(), password, name: 'x'.repeat(length) })
  const statuses = [(await named(80)).status, (await named(81)).status, (await named(200)).status]
  expect([...statuses, (await named(201)).status]).toEqual([201, 422, 422, 400])
})

describe('registration', () => {
  test.each([
    [{ login: 'ab' }, 422, 'Use 3 to 40 letters', 'login'],
    [{ login: 'x'.repeat(41) }, 422, 'Use 3 to 40 letters', 'login'],
    [{ login: '-abc' }, 422, 'Use 3 to 40 letters', 'login'],
    [{ login: 'abc.' }, 422, 'Use 3 to 40 letters', 'login'],
    [{ login: 'a b' }, 422, 'Use 3 to 40 letters', 'login'],
    [{ login: 'аdmin-latin' }, 422, 'single alphabet', 'letters'],
    [{ login: 'named', name: 'Аnna' }, 422, 'single alphabet', 'name'],
    [{ login: 'named', name: 'x'.repeat(81) }, 422, 'Use 1 to 80 characters', 'name-length'],
    [{ login: 'weak', password: 'short' }, 422, 'short', 'short'],
    [{ login: 'weak', password: 'x'.repeat(257) }, 422, 'long', 'long'],
    [{ login: 'weak', password: 'sunshine' }, 422, 'common', 'common'],
    [{ login: 'own-login-here', password: 'own-login-here' }, 422, 'login', 'own'],
  ])('%j is refused with %d, and forms get the reason by name', async (fields, status, words, name) => {
    const answer = await register({ password, ...fields })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(words)
    const form = { password, ...fields }
    const headers = { referer: 'https://kurs.test/en/register' }
    const sent = await send(site, '/api/auth/register', { form, headers })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/en/register?problem=${name}`])
  })

  test('accepts logins of 3 and 40 letters, and passwords of 256', async () => {
    for (const name of ['abc', 'y'.repeat(40)]) expect((await register({ login: name, password })).status).toBe(201)
    const long = 'длинный '.repeat(32)
    const who = newLogin()
    expect((await register({ login: who, password: long })).status).toBe(201)
    expect((await login({ login: who, password: long })).status).toBe(200)
  })

  test('returns the user in the language of the page, with the login as the default name', async () => {
    const who = newLogin()
    const answer = await register({ login: ` ${who} `, password, name: '  ' }, { referer: 'https://kurs.test/en/docs' })
    const user = { id: expect.any(String), login: who, name: who, role: 'user', locale: 'en' }
    expect(await answer.json()).toEqual({ user })
    const [me, nobody] = [
      await send(site, '/api/auth/me', { method: 'GET', headers: { cookie: cookieOf(answer) } }),
      await send(site, '/api/auth/me', { method: 'GET' }),
    ]
    expect([await me.json(), await nobody.json()]).toEqual([{ user }, { user: null }])
  })
})

test('a banned user is given the reason, in JSON and in forms; an expired ban has no effect', async () => {
  const { id, login: who } = await registered(site)
  await set("update users set status = 'banned', ban_reason = 'Spam', ban_until = ? where id = ?", now + minute, id)
  const answer = await login({ login: who, password })
  expect(answer.status).toBe(403)
  expect((await answer.json()).detail).toBe('Spam')
  const sent = await send(site, '/api/auth/login', { form: { login: who, password, next: '/docs' } })
  expect(sent.headers.get('location')).toBe('/login?problem=banned&next=%2Fdocs')
  expect((await login({ login: who, password: 'guess' })).status).toBe(401)
  now += minute
  expect((await login({ login: who, password })).status).toBe(200)
})

test('common passwords are looked up by three hexadecimal digits', async () => {
  const ask = (prefix: string) => send(site, `/api/auth/common-passwords/${prefix}`, { method: 'GET' })
  // Prefix of the SHA-256 of "password": 5e884898da28…
  const answer = await ask('5e8')
  expect(answer.status).toBe(200)
  expect((await answer.text()).split('\n')).toEqual(
    expect.arrayContaining(['84898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8']),
  )
  for (const bad of ['5e', '5e88', '5E8', 'xyz', '5e8%0A']) expect((await ask(bad)).status).toBe(404)
})

test('signing out answers JSON clients with no body and redirects forms within this site only', async () => {
  const out = async (next: string, referer = 'https://kurs.test/en/docs') => {
    const { visitor } = await registered(site)
    const { status, location } = await visitor.post('/api/auth/logout', { next }, { referer })
    expect(status).toBe(303)
    expect(visitor.cookie('sid')).toBeUndefined()
    return location
  }
  expect([await out('/docs?a=1'), await out('https://evil.test/'), await out(`/${'x'.repeat(2000)}`)]).toEqual([
    '/docs?a=1',
    '/en',
    '/en',
  ])
  expect(await out(`/${'x'.repeat(1999)}`)).toHaveLength(2000)
  expect(await out('/x/..//evil.test')).toBe('/en')
})

describe('a refused visitor', () => {
  test('returns to the page of the refused form, if it is on this site', async () => {
    const ask = (referer: string) => createVisitor(site).post('/en/account/password', {}, { referer })
    const [own, strange, none] = [
      await ask('https://kurs.test/en/account/password?from=a&b=c'),
      await ask('https://evil.test/en/account/password?from=a'),
      await ask(''),
    ]
    expect([own.location, strange.location, none.location]).toEqual([
      `/en/login?next=${encodeURIComponent('/en/account/password?from=a&b=c')}`,
      '/en/login?next=%2F',
      '/en/login?next=%2F',
    ])
  })

  test('returns to the page that requested the partial', async () => {
    const headers = { ...partial, referer: 'https://kurs.test/en/app?a=1' }
    const part = await createVisitor(site).get('/en/app/alerts/news', headers)
    expect(part.headers.get('hx-redirect')).toBe(`/en/login?next=${encodeURIComponent('/en/app?a=1')}`)
  })

  test('gets the refusal in the requested format', async () => {
    const visitor = createVisitor(site)
    const part = await visitor.get('/en/account', { 'hx-request': 'true' })
    expect(part.status).toBe(401)
    expect(part.headers.get('hx-redirect')).toBe('/en/login?next=%2Fen%2Faccount')
    expect(part.html).toBe('')
    const data = await visitor.get('/en/account', { accept: 'application/json' })
    expect([data.status, data.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
    expect((await visitor.get('/en/account')).headers.get('cache-control')).toBe('no-store')
  })

  test('must reauthenticate after fifteen minutes, not earlier', async () => {
    const { visitor } = await registered(site)
    now += 15 * minute - 1
    expect((await visitor.get('/en/account/second-factor')).status).toBe(200)
    now += 1
    expect((await visitor.get('/en/account/second-factor')).location).toStartWith('/en/account/confirm')
  })

  test('can be an administrator without a second factor, or one who impersonates a user', async () => {
    const admin = await makeAdministrator(site.appDb, newLogin())
    const ask = () => site.app.request('/en/admin/users', { headers: { cookie: admin.cookie } })
    await set(
      'update sessions set created_at = ?, seen_at = ?, proven_at = ? where user_id = ?',
      now,
      now,
      now,
      admin.user.id,
    )
    expect((await ask()).status).toBe(200)
    await set('update users set totp_secret = null where id = ?', admin.user.id)
    const led = await ask()
    expect([led.status, led.headers.get('location')]).toEqual([
      303,
      '/en/account/second-factor?next=%2Fen%2Fadmin%2Fusers',
    ])
    await set("update users set totp_secret = 'x' where id = ?", admin.user.id)
    const [other = ''] = await addUsers(site.appDb, [{ login: newLogin(), role: 'admin' }])
    await set('update sessions set impersonator_id = ? where user_id = ?', other, admin.user.id)
    expect((await ask()).status).toBe(404)
    const me = await site.app.request('/api/auth/me', { headers: { cookie: admin.cookie } })
    expect(await me.json()).toMatchObject({ isImpersonated: true })
  })
})

test('users end only their own sessions; several ended in a minute share one audit entry', async () => {
  const { visitor: victim } = await registered(site)
  const { login: who, visitor } = await registered(site)
  const end = (one: CookieVisitor) =>
    visitor.post('/en/account/sessions', { session: one.cookie('sid')?.split('.')[0] ?? '' })
  const sql = "select count from audit_log where actor_login = ? and act = 'session.end'"
  const counts = async () => (await site.appDb.client.execute({ sql, args: [who] })).rows.map((row) => row.count)
  await end(victim)
  expect((await victim.get('/en/app')).status).toBe(200)
  expect(await counts()).toEqual([])
  for (const other of [createVisitor(site), createVisitor(site)]) {
    await other.post('/en/login', { login: who, password })
    await end(other)
  }
  expect(await counts()).toEqual([2])
})

test('routes without a guard have no user, and a deleted account is a 401', async () => {
  const context = (session?: object) => ({ var: { session } }) as Context<AuthEnv>
  const removed = currentAccount(context({ user: { id: 'removed' } }), site.appDb)
  const errors = [removed, Promise.try(() => currentUser(context()))].map((asked) => asked.catch((error) => error))
  expect(await Promise.all(errors)).toMatchObject([{ status: 401 }, { status: 401 }])
})

test('an invalid session cookie is removed, and personal responses are not stored', async () => {
  const answer = await send(site, '/api/auth/me', { method: 'GET', headers: { cookie: '__Host-sid=a.b' } })
  expect(answer.headers.getSetCookie().join()).toMatch(/__Host-sid=;.*Max-Age=0/)
  expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
    'no-store',
    expect.stringContaining('Cookie'),
  ])
  const none = await send(site, '/api/auth/me', { method: 'GET' })
  expect(none.headers.getSetCookie().join()).not.toContain('sid')
})
