import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createAuthDeps } from '../src/auth/auth-deps.ts'
import { newLink } from '../src/auth/link.ts'
import { findUser } from '../src/auth/queries.ts'
import { checkSecondFactor, turnOnSecondFactor } from '../src/auth/second-factor/second-factor.ts'
import { newTotpKey } from '../src/auth/second-factor/totp.ts'
import type { Db } from '../src/db/client.ts'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { send as ask, registerByApi, type Sent } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'
import { codeNow } from './totp-code.ts'
import { addUsers } from './users.ts'
import { cookieOf } from './visitor.ts'

setDefaultTimeout(60_000)

const siteUrl = 'https://kurs.test'
const password = 'корабль лампа 7'
const origin = { address: '10.9.8.7', requestId: 'test', userAgent: 'A test' }

/** The site's clock, fixed at the start of the tests. */
const now = Date.now()
let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0

const send = (path: string, { at = site, ...sent }: Sent & { at?: TestSite } = {}) => ask(at, path, sent)
const open = (path: string, headers: Record<string, string> = {}, at = site) =>
  ask(at, path, { method: 'GET', headers })

/** Returns all rows of `app.db`, table by table. */
async function everything(db: Db): Promise<Record<string, unknown[][]>> {
  const { rows } = await db.client.execute("select name from sqlite_master where type = 'table'")
  const tables: Record<string, unknown[][]> = {}
  for (const { name } of rows) {
    const table = await db.client.execute(`select * from "${String(name)}"`)
    tables[String(name)] = table.rows.map((row) => table.columns.map((column) => row[column]))
  }
  return tables
}

describe('another site', () => {
  const places = [
    ['/api/auth/login', { login: 'Keeper', password }],
    ['/api/auth/register', { login: 'from-elsewhere', password }],
    ['/api/auth/logout', {}],
    ['/api/auth/impersonation/end', {}],
    ['/en/login', { login: 'Keeper', password }],
    ['/register', { login: 'from-elsewhere', password }],
    ['/account', { name: 'Hacked', locale: 'en', hasAccent: 'no' }],
    ['/account/password', { current: password, wanted: 'другой корабль 8' }],
    ['/en/account/sessions', { session: 'others' }],
    ['/account/second-factor/codes', {}],
    ['/admin/users/ID/ban', { version: '1', reason: 'Hacked' }],
    ['/en/admin/users/ID/role', { version: '1', role: 'admin' }],
    ['/admin/users/ID/sessions/closure', {}],
    ['/admin/users/ID/impersonation', {}],
    ['/admin/users/invitation', { login: 'from-elsewhere', role: 'admin', locale: 'ru' }],
    ['/admin/users/views', { name: 'Hacked', query: '' }],
    ['/admin/users/export', { query: '' }],
  ] as const
  const senders: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.kurs.test' },
    { 'sec-fetch-site': 'cross-site', origin: siteUrl },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'https://kurs.test.evil.test' },
    { origin: 'http://kurs.test' },
    { referer: 'https://kurs.test/' },
  ]
  const bodies = {
    'application/x-www-form-urlencoded': (fields: Record<string, string>) => new URLSearchParams(fields).toString(),
    'application/json': (fields: Record<string, string>) => JSON.stringify(fields),
    'text/plain': (fields: Record<string, string>) => JSON.stringify(fields),
  }

  test.each(places)('changes nothing by posting to %s, whatever it sends', async (place, fields) => {
    const own = await createTestSite()
    const victim = await makeAdministrator(own.appDb, 'Keeper')
    const [id = ''] = await addUsers(own.appDb, [{ login: 'subject' }])
    const before = await everything(own.appDb)
    for (const [type, write] of Object.entries(bodies)) {
      for (const sender of senders) {
        const headers = { ...sender, 'content-type': type, cookie: victim.cookie }
        const url = new URL(place.replace('ID', id), siteUrl)
        const response = await own.app.fetch(new Request(url, { method: 'POST', body: write(fields), headers }))
        expect([type, sender, response.status]).toEqual([type, sender, 403])
        expect(response.headers.getSetCookie().filter((line) => line.startsWith('__Host-'))).toEqual([])
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    expect(await everything(own.appDb)).toEqual(before)
    await own.close()
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('is refused %s just like POST', async (method) => {
    const headers = { 'sec-fetch-site': 'cross-site', cookie: admin.cookie }
    for (const path of ['/api/auth/logout', '/account', '/admin/users']) {
      expect((await send(path, { method, headers })).status).toBe(403)
    }
  })
})

describe('a session', () => {
  test('from before sign-in, registration or a password choice is replaced', async () => {
    const victim = await registerByApi(site)
    const link = newLink(site.appDb, 'reset', victim.id, now)
    await site.appDb.writeBatch(link.statements)
    const { login } = victim
    const ways: (Sent & { path: string })[] = [
      { path: '/api/auth/login', json: { login, password } },
      { path: '/api/auth/login', form: { login, password } },
      { path: '/api/auth/register', json: { login: `Person-${++count}`, password } },
      { path: `/new-password?token=${link.token}`, form: { password: 'другой корабль 8' } },
    ]
    for (const { path, ...fields } of ways) {
      const attacker = await registerByApi(site)
      const cookie = cookieOf(await send(path, { ...fields, headers: { cookie: attacker.cookie } }))
      expect(cookie).toMatch(/^__Host-sid=[\w-]{22}\.[\w-]{43}$/)
      for (const half of attacker.cookie.split('=')[1]?.split('.') ?? []) expect(cookie).not.toContain(half)
      expect([attacker.login, undefined]).toContain((await site.as(attacker).me())?.login)
    }
  })

  test('with a made-up token is not adopted', async () => {
    const victim = await registerByApi(site)
    for (const made of [
      'fixed',
      'fixed.secret',
      `${'A'.repeat(22)}.${'B'.repeat(43)}`,
      '',
      '.',
      '%00.%00',
      "' or 1=1--",
    ]) {
      const headers = { cookie: `__Host-sid=${made}` }
      const answer = await send('/en/login', { form: { login: victim.login, password }, headers })
      expect(answer.status).toBe(303)
      expect(cookieOf(answer)).not.toBe(headers.cookie)
      expect(await site.as(headers).me()).toBeNull()
    }
  })

  test('is not accepted from a cookie name that other hosts could set', async () => {
    const { cookie } = await registerByApi(site)
    expect(await site.as({ cookie: cookie.replace('__Host-', '') }).me()).toBeNull()
    expect(await site.as({ cookie: cookie.replace('__Host-', '__Secure-') }).me()).toBeNull()
  })
})

test('a stolen database contains no usable cookie, link or code', async () => {
  const own = await createTestSite()
  const deps = createAuthDeps({
    db: own.appDb,
    events: own.events,
    secret: 'a secret of nobody but this test',
    siteUrl,
    isOpen: true,
  })
  const { id, login, cookie } = await registerByApi(own)
  const before = await findUser(own.appDb, id)
  if (!before) throw new Error('Nobody was registered')
  const key = newTotpKey()
  const factor = await turnOnSecondFactor(deps, before, { ...origin, key, code: codeNow(key) })
  if (factor.status !== 'on') throw new Error(factor.status)
  const session = `__Host-sid=${factor.token}`
  const other = await registerByApi(own)
  const at = Date.now()
  const tokens: string[] = []
  for (const [kind, userId] of [
    ['reset', other.id],
    ['invite', other.id],
    ['setup', null],
  ] as const) {
    const { token, statements } = newLink(own.appDb, kind, userId, at)
    await own.appDb.writeBatch(statements)
    tokens.push(token)
  }
  const first = await send('/en/login', { form: { login, password }, at: own })
  const pending = cookieOf(first, 'pending')
  const [reset, invite, setup] = tokens
  // Checks that the owner's credentials work; otherwise this test would prove nothing.
  expect((await open('/app', { cookie: session }, own)).status).toBe(200)
  for (const path of [`/new-password?token=${reset}`, `/new-password?token=${invite}`, `/setup?token=${setup}`]) {
    expect((await open(path, {}, own)).status).toBe(200)
  }
  expect(pending).not.toBe('')

  const tables = await everything(own.appDb)
  const plain = JSON.stringify(tables)
  const secrets = [factor.token.split('.')[1], cookie.split('.')[1], pending.split('=')[1], ...tokens, password]
  for (const secret of [...secrets, ...factor.recoveryCodes]) expect(plain).not.toContain(secret ?? 'nothing')

  const stolen = new Set<string>()
  for (const value of Object.values(tables).flat(2)) {
    if (typeof value === 'string' && value.length > 3) stolen.add(value)
    if (value instanceof ArrayBuffer || value instanceof Uint8Array) {
      const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(value)
      for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) stolen.add(bytes.toString(form))
    }
  }
  const { rows } = await own.appDb.client.execute('select id from sessions')
  const user = await findUser(own.appDb, id)
  if (!user) throw new Error('The user is gone')
  expect(stolen.size).toBeGreaterThan(30)
  for (const value of stolen) {
    const sent = encodeURIComponent(value)
    for (const token of [sent, ...rows.map((row) => `${row.id}.${sent}`)]) {
      const answer = await open('/api/auth/me', { cookie: `__Host-sid=${token}` }, own)
      expect((await answer.json()).user).toBeNull()
    }
    for (const path of ['/new-password', '/setup']) {
      expect((await open(`${path}?token=${sent}`, {}, own)).status).toBe(404)
    }
    const codes = await open('/account/second-factor/codes', { cookie: `${session}; __Host-codes=${sent}` }, own)
    expect(codes.status).toBe(303)
    expect(await checkSecondFactor(deps, user, value)).toBe(false)
    const cookies = { cookie: `__Host-pending=${sent}` }
    const second = await send('/login', { form: { code: codeNow(key) }, headers: cookies, at: own })
    expect([second.status, cookieOf(second)]).toEqual([401, ''])
  }
  await own.close()
})
