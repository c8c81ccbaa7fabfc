import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newLink } from '../src/auth/link.ts'
import { makeAdministrator } from './administrator.ts'
import { addSecondFactor, isGood, isSignedIn, newLogin, password, registered, signIn } from './asvs-people.ts'
import { send } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { cookieOf, createVisitor } from './visitor.ts'

/* Tests of ASVS 5.0, V7: how long sessions last and when they end. */

setDefaultTimeout(60_000)

let site: TestSite
/** Offset of the site's clock, which is otherwise frozen, ms */
let ahead = 0
const start = Date.now()
const now = () => start + ahead
beforeAll(async () => {
  site = await createTestSite({ now })
})
afterAll(() => site.close())

const hour = 3600_000
const day = 24 * hour

/** Creates an administrator whose session starts now by the site's clock. */
async function administrator() {
  const { cookie, token, user } = await makeAdministrator(site.appDb, newLogin())
  await site.appDb.client.execute({
    sql: 'update sessions set created_at = ?, seen_at = ?, proven_at = ? where user_id = ?',
    args: [now(), now(), now(), user.id],
  })
  const post = (path: string, fields: Record<string, string> = {}) =>
    site.as({ cookie }).post(`/en/admin/users/${path}`, fields)
  return { token, cookie, post }
}

test('7.2.1 a session token is verified on the server', async () => {
  const { visitor } = await registered(site)
  const [id = '', secret = ''] = visitor.cookie('sid')?.split('.') ?? []
  const flipped = secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  for (const forged of [id, `${id}.`, `${id}.${flipped}`, `${flipped}.${secret}`, `${id}.${secret}x`]) {
    expect(await isGood(site, forged)).toBe(false)
  }
  expect(await isGood(site, `${id}.${secret}`)).toBe(true)
})

test('7.2.2 7.2.3 every session has a unique token of at least 128 random bits', async () => {
  const { login } = await registered(site)
  const tokens = new Set<string>()
  for (let times = 0; times < 5; times++) tokens.add((await signIn(site, login)).visitor.cookie('sid') ?? '')
  expect(tokens.size).toBe(5)
  const secrets = [...tokens].map((token) => Buffer.from(token.split('.')[1] ?? '', 'base64url'))
  for (const secret of secrets) expect(secret.length * 8).toBe(256)
  // Checks that no byte position has the same value in all tokens.
  const [first = Buffer.alloc(0), ...others] = secrets
  for (const [at, byte] of first.entries()) expect(others.every((other) => other[at] === byte)).toBe(false)
})

test('7.2.4 signing in and re-authentication start a new session and end the previous one', async () => {
  const { login, visitor } = await registered(site)
  const first = visitor.cookie('sid')
  await visitor.post('/en/account/confirm', { password })
  const second = visitor.cookie('sid')
  const again = await send(site, '/api/auth/login', {
    json: { login, password },
    headers: { cookie: `__Host-sid=${second}` },
  })
  const third = cookieOf(again).split('=')[1]
  expect([await isGood(site, first), await isGood(site, second), await isGood(site, third)]).toEqual([
    false,
    false,
    true,
  ])
})

test('7.2.4 signing in as another user in the same browser ends the previous session', async () => {
  const { visitor } = await registered(site)
  const { id } = await registered(site)
  const before = visitor.cookie('sid')
  const link = newLink(site.appDb, 'reset', id, now())
  await site.appDb.writeBatch(link.statements)
  await visitor.post(`/en/new-password?token=${link.token}`, { password: 'другой корабль 8' })
  expect(await isGood(site, before)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
  const other = await send(site, '/api/auth/register', {
    json: { login: newLogin(), password },
    headers: { cookie: `__Host-sid=${visitor.cookie('sid')}` },
  })
  expect(other.status).toBe(201)
  expect(await isGood(site, visitor.cookie('sid'))).toBe(false)
})

test('7.3.1 an idle session ends after ten days, an administrator’s after twelve hours', async () => {
  const { visitor } = await registered(site)
  ahead += 10 * day - hour
  expect(await isGood(site, visitor.cookie('sid'))).toBe(true)
  ahead += 10 * day + 1
  expect(await isGood(site, visitor.cookie('sid'))).toBe(false)
  const { token } = await administrator()
  ahead += 12 * hour - 60_000
  expect(await isGood(site, token)).toBe(true)
  ahead += 12 * hour + 60_000
  expect(await isGood(site, token)).toBe(false)
})

test('7.3.1 activity is stored at most every five minutes and extends the idle limit', async () => {
  const { id, visitor } = await registered(site)
  const seen = async () => {
    const sql = 'select s.seen_at, u.last_seen_at from sessions s join users u on u.id = s.user_id where u.id = ?'
    const { rows } = await site.appDb.client.execute({ sql, args: [id] })
    return [Number(rows[0]?.seen_at), Number(rows[0]?.last_seen_at)]
  }
  const began = now()
  ahead += 5 * 60_000 - 1
  await isGood(site, visitor.cookie('sid'))
  expect(await seen()).toEqual([began, began])
  ahead += 1
  await isGood(site, visitor.cookie('sid'))
  const later = [began + 5 * 60_000, began + 5 * 60_000]
  // Requests do not wait for this write; wait for the write queue instead.
  await site.appDb.writeRaw(['select 1'])
  expect(await seen()).toEqual(later)
  ahead += 10 * day - 1
  expect(await isGood(site, visitor.cookie('sid'))).toBe(true)
  ahead += 10 * day
  expect(await isGood(site, visitor.cookie('sid'))).toBe(false)
})

test('7.3.2 a session in use ends after thirty days, an administrator’s after seven', async () => {
  const { visitor } = await registered(site)
  for (let days = 0; days < 29; days += 1) {
    ahead += day
    expect(await isGood(site, visitor.cookie('sid'))).toBe(true)
  }
  ahead += day
  expect(await isGood(site, visitor.cookie('sid'))).toBe(false)
  const { token } = await administrator()
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    ahead += 8 * hour
    expect(await isGood(site, token)).toBe(true)
  }
  ahead += 8 * hour
  expect(await isGood(site, token)).toBe(false)
})

test('7.4.1 signing out ends the session on the server too', async () => {
  const { id, visitor } = await registered(site)
  const token = visitor.cookie('sid')
  await visitor.post('/api/auth/logout', {})
  expect(await isGood(site, token)).toBe(false)
  const { rows } = await site.appDb.client.execute({ sql: 'select id from sessions where user_id = ?', args: [id] })
  expect(rows.length).toBe(0)
})

test('7.4.2 a ban ends every session', async () => {
  const { login, id, visitor } = await registered(site)
  const { visitor: other } = await signIn(site, login)
  const { post } = await administrator()
  expect((await post(`${id}/ban`, { version: '1', reason: 'Spam', until: '' })).status).toBe(303)
  expect([await isGood(site, visitor.cookie('sid')), await isGood(site, other.cookie('sid'))]).toEqual([false, false])
  expect((await signIn(site, login)).answer.status).toBe(403)
})

test('7.4.3 a changed password or second factor ends other sessions or offers to end them', async () => {
  const { login, visitor } = await registered(site)
  const { visitor: other } = await signIn(site, login)
  await visitor.post('/en/account/password', { current: password, wanted: 'другой корабль 8' })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
  await addSecondFactor(site, login, now())
  expect(await isSignedIn(visitor)).toBe(false)
  const { login: second, visitor: owner } = await registered(site)
  const { visitor: phone } = await signIn(site, second)
  expect((await owner.get('/en/account/sessions')).html).toContain('value="others"')
  await owner.post('/en/account/sessions', { session: 'others' })
  expect([await isSignedIn(owner), await isSignedIn(phone)]).toEqual([true, false])
})

test('7.4.4 every page for signed-in users has a sign-out button', async () => {
  const { visitor } = await registered(site)
  const pages = ['/en/app', '/en/account', '/en/account/password', '/en/account/sessions', '/en/account/second-factor']
  for (const path of [...pages, '/en/account/confirm', '/en/app/nowhere']) {
    expect(await visitor.read(path)).toContain('action="/api/auth/logout"')
  }
  const { cookie } = await administrator()
  for (const path of ['/en/admin/users', '/en/admin/audit', '/en/admin/users/invitation']) {
    const page = await site.app.request(path, { headers: { cookie } })
    expect(await page.text()).toContain('action="/api/auth/logout"')
  }
})

test('7.4.5 an administrator can end the sessions of a user', async () => {
  const { login, id, visitor } = await registered(site)
  const { visitor: other } = await signIn(site, login)
  const { post } = await administrator()
  const [session = ''] = other.cookie('sid')?.split('.') ?? []
  await post(`${id}/sessions/closure`, { session })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
  await post(`${id}/sessions/closure`)
  expect(await isSignedIn(visitor)).toBe(false)
})

test('7.5.1 changing the second factor requires re-authentication', async () => {
  const { visitor } = await registered(site)
  ahead += 16 * 60_000
  const tries = [
    await visitor.get('/en/account/second-factor'),
    await visitor.post('/en/account/second-factor', { key: 'x', code: '000000' }),
    await visitor.post('/en/account/second-factor/codes', {}),
    await visitor.post('/en/account/second-factor/removal', { password }),
  ]
  for (const { location } of tries) expect(location).toStartWith('/en/account/confirm?next=')
  await visitor.post('/en/account/confirm', { password })
  expect((await visitor.get('/en/account/second-factor')).status).toBe(200)
})

test('7.5.2 users see their sessions and can end them after re-authentication', async () => {
  const { login, visitor } = await registered(site)
  const { visitor: other } = await signIn(site, login)
  ahead += 16 * 60_000
  expect(await visitor.read('/en/account/sessions')).toContain('value="others"')
  const early = await visitor.post('/en/account/sessions', { session: 'others' })
  expect(early.location).toStartWith('/en/account/confirm')
  expect(await isSignedIn(other)).toBe(true)
  await visitor.post('/en/account/confirm', { password })
  await visitor.post('/en/account/sessions', { session: 'others' })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
})

test('7.6.2 opening a page never starts a session', async () => {
  const { id } = await registered(site)
  const link = newLink(site.appDb, 'reset', id, now())
  await site.appDb.writeBatch(link.statements)
  const guest = createVisitor(site)
  for (const path of ['/en/login', '/en/register', `/en/new-password?token=${link.token}`, '/api/auth/me', '/en']) {
    await guest.get(path)
    expect(guest.cookie('sid')).toBeUndefined()
  }
})
