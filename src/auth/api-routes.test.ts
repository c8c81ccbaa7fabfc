import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { registerByApi, send } from '../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { cookieOf } from '../../tests/visitor.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

const password = 'корабль лампа 7'

const post = (path: string, json: unknown, headers: Record<string, string> = {}) => send(site, path, { json, headers })

async function me(cookie: string): Promise<unknown> {
  const response = await site.app.request('/api/auth/me', { headers: { cookie } })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()).user
}

test('the current user is null without a session', async () => {
  expect(await me('')).toBeNull()
  expect(await me('__Host-sid=forged.secret')).toBeNull()
})

test('a new user is signed in, and signed out by the logout call', async () => {
  const { login, cookie } = await registerByApi(site)
  expect(await me(cookie)).toMatchObject({ login, role: 'user', locale: 'ru' })
  const out = await send(site, '/api/auth/logout', { headers: { cookie } })
  expect(out.status).toBe(204)
  expect(out.headers.get('clear-site-data')).toBe('"cache"')
  expect(await me(cookie)).toBeNull()
})

test('the cookie is bound to this host, hidden from scripts and renewed by every sign-in', async () => {
  const { login, cookie } = await registerByApi(site)
  const response = await post('/api/auth/login', { login: login.toUpperCase(), password }, { cookie })
  const line = response.headers.getSetCookie().find((header) => header.startsWith('__Host-sid=')) ?? ''
  for (const part of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(part)
  expect(line).not.toContain('Domain')
  expect(cookieOf(response)).not.toBe(cookie)
  expect(await me(cookieOf(response))).toMatchObject({ login })
})

test('the stored hash cannot be used to sign in', async () => {
  const { cookie } = await registerByApi(site)
  const { rows } = await site.appDb.client.execute('select id, hex(secret_hash) as hash from sessions')
  for (const { id, hash } of rows) expect(await me(`__Host-sid=${id}.${hash}`)).toBeNull()
  expect(JSON.stringify(rows)).not.toContain(cookie.split('.')[1] ?? 'nothing')
})

describe('the API refuses', () => {
  test('a wrong password and an unknown login with the same message', async () => {
    const { login } = await registerByApi(site)
    const wrong = await post('/api/auth/login', { login, password: 'не тот пароль' })
    const unknown = await post('/api/auth/login', { login: 'nobody-here', password })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
  })

  test.each([
    ['short', { login: 'abc-1', password: 'short' }, 422, { title: 'Choose another password', detail: 'short' }],
    ['common', { login: 'abc-1', password: 'password123' }, 422, { detail: 'common' }],
    ['the login itself', { login: 'abc-login', password: 'ABC-login1' }, 422, { detail: 'login' }],
    ['no login', { login: 'a b', password }, 422, { title: 'Invalid login' }],
    ['no text', { login: 7, password }, 400, { detail: expect.stringContaining('missing or wrong: login.') }],
    ['nothing', undefined, 400, { detail: expect.stringContaining('missing or wrong: the body.') }],
  ])('registration with %s, with an explanation', async (_, body, status, words) => {
    const response = await post('/api/auth/register', body)
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.json()).toMatchObject({ status, ...words })
  })

  test('a taken login, ignoring case', async () => {
    const { login } = await registerByApi(site)
    expect((await post('/api/auth/register', { login: login.toLowerCase(), password })).status).toBe(409)
  })

  test('cross-site requests of every content type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
      expect((await post('/api/auth/login', {}, headers)).status).toBe(403)
    }
  })
})
