import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newLink } from '../src/auth/link.ts'
import { makeAdministrator } from './administrator.ts'
import { auditOf, isSignedIn, newLogin, password, registered, signIn } from './asvs-people.ts'
import { send } from './sender.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { cookieOf, createVisitor } from './visitor.ts'

/* Tests of ASVS 5.0, V3, V4 and V14: headers and cookies for browsers, proxies and caches. */

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ files: { ...categories, 'ru/docs/index.md': page({}) } })
})
afterAll(() => site.close())

/**
 * Returns responses of every kind: public pages (also from the cache), personal pages, errors, redirects, files, data.
 */
async function answers(): Promise<Response[]> {
  const { visitor } = await registered(site)
  const headers = { cookie: `__Host-sid=${visitor.cookie('sid')}` }
  await site.app.request('/docs')
  const paths = ['/docs', '/docs', '/en/login', '/nowhere', '/admin/users', '/robots.txt', '/favicon.svg', '/sw.js']
  return Promise.all([
    ...paths.map((path) => site.app.request(path)),
    ...['/en/app', '/en/account', '/api/auth/me', '/admin/users'].map((path) => site.app.request(path, { headers })),
    send(site, '/api/auth/login', { json: { login: 'nobody', password } }),
    send(site, '/api/auth/login', { json: {}, headers: { 'sec-fetch-site': 'cross-site' } }),
  ])
}

/** Collects the account cookies from every path that sets such a cookie. */
async function accountCookies(): Promise<string[]> {
  const { login, visitor } = await registered(site)
  const form = await createVisitor(site).post('/en/login', { login, password })
  const saved = await visitor.post('/en/account', { name: 'Anna', locale: 'en', hasAccent: 'no' })
  const out = await visitor.post('/api/auth/logout', {})
  // Excludes the language cookie: it only holds `ru` or `en`, and scripts read it.
  const lines = [form, saved, out].flatMap(({ headers }) => headers.getSetCookie())
  return lines.filter((line) => /^(__Host-)?(sid|pending|device|flash|codes)=/.test(line))
}

test('3.3.1 3.3.2 3.3.3 cookies are limited to this host, HTTPS and same-site requests', async () => {
  const lines = await accountCookies()
  expect(lines.length).toBeGreaterThanOrEqual(4)
  for (const line of lines) {
    expect(line).toStartWith('__Host-')
    expect(line).toContain('; Secure')
    expect(line).toContain('; SameSite=Lax')
    expect(line).toContain('; Path=/')
    expect(line).not.toContain('Domain')
  }
})

test('3.3.4 scripts cannot read a session token', async () => {
  for (const line of await accountCookies()) expect(line).toContain('; HttpOnly')
  const { login } = await registered(site)
  const response = await send(site, '/api/auth/login', { json: { login, password } })
  const secret = cookieOf(response).split('.')[1] ?? ''
  expect(secret.length).toBeGreaterThan(20)
  expect(await response.text()).not.toContain(secret)
  for (const path of ['/api/auth/me', '/en/app', '/en/account/sessions']) {
    const answer = await site.app.request(path, { headers: { cookie: cookieOf(response) } })
    expect(await answer.text()).not.toContain(secret)
  }
})

test('3.4.1 every response requires HTTPS for a year, subdomains included', async () => {
  for (const { headers } of await answers()) {
    const [, seconds = ''] =
      /max-age=(\d+); includeSubDomains/.exec(headers.get('strict-transport-security') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
  }
})

test('3.4.3 every response has a policy that allows only our own resources', async () => {
  for (const { headers } of await answers()) {
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of [`default-src 'none'`, `object-src 'none'`, `base-uri 'none'`, `script-src 'self'`]) {
      expect(policy).toContain(directive)
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/)
  }
})

test('3.4.4 every response forbids content type sniffing', async () => {
  for (const { headers } of await answers()) expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('3.4.5 other sites do not learn which page linked to them', async () => {
  for (const { headers } of await answers()) {
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  }
})

test('3.4.6 no page can be embedded in another site', async () => {
  for (const { headers } of await answers()) {
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  }
})

test('3.5.1 3.5.2 requests from other sites change nothing, whatever their content type', async () => {
  const { visitor } = await registered(site)
  const cookie = `__Host-sid=${visitor.cookie('sid')}`
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { referer: 'https://evil.test/' },
  ]
  for (const from of foreign) {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'application/json']) {
      for (const path of ['/api/auth/logout', '/en/account', '/en/account/sessions', '/en/admin/users/bulk']) {
        const request = { method: 'POST', body: 'x=1', headers: { ...from, cookie, 'content-type': type } }
        expect((await site.app.request(`https://kurs.test${path}`, request)).status).toBe(403)
      }
    }
  }
  expect(await isSignedIn(visitor)).toBe(true)
})

test('3.5.3 GET and HEAD requests change nothing', async () => {
  const { visitor } = await registered(site)
  const { cookie, user } = await makeAdministrator(site.appDb, newLogin())
  const before = await site.appDb.client.execute('select id, version, role, status from users order by id')
  for (const act of ['role', 'ban', 'ban/removal', 'undo', 'sessions/closure', 'password-link', 'impersonation']) {
    const path = `/en/admin/users/${user.id}/${act}?version=1&role=user&reason=x&until=`
    for (const method of ['GET', 'HEAD']) {
      expect((await site.app.request(path, { method, headers: { cookie } })).status).toBe(405)
    }
  }
  await visitor.get('/api/auth/logout')
  await visitor.get('/en/account/sessions?session=others')
  const after = await site.appDb.client.execute('select id, version, role, status from users order by id')
  expect(after.rows).toEqual(before.rows)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('3.7.2 no redirect leads to another site', async () => {
  const { login } = await registered(site)
  for (const next of [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/.//evil.test',
  ]) {
    const path = `/en/login?next=${encodeURIComponent(next)}`
    const form = await createVisitor(site).post(path, { login, password })
    expect([form.status, form.location]).toEqual([303, '/en/app'])
  }
  for (const path of ['//evil.test/', '/docs//evil.test/', '/%5Cevil.test/', '/en//evil.test/']) {
    const { headers } = await site.app.fetch(new Request(`https://kurs.test${path}`))
    const target = headers.get('location') ?? '/'
    expect(new URL(target, 'https://kurs.test').origin).toBe('https://kurs.test')
  }
})

test('4.1.3 a client address claimed by the visitor is ignored', async () => {
  const proxied = await createTestSite({ trustsProxy: true })
  const addressOf = async (at: TestSite, forwarded: string) => {
    const login = newLogin()
    const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6' }
    await createVisitor(at).post('/en/register', { login, password }, headers)
    return (await auditOf(at, login))[0]?.address
  }
  expect(await addressOf(site, '6.6.6.6')).toStartWith('10.')
  expect(await addressOf(proxied, '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
  await proxied.close()
})

test('14.2.1 URLs contain no password or session, and logs contain no link token', async () => {
  const { id, login } = await registered(site)
  const link = newLink(site.appDb, 'reset', id, Date.now())
  await site.appDb.writeBatch(link.statements)
  const guest = createVisitor(site)
  const page = await guest.get(`/en/new-password?token=${link.token}`)
  for (const { html } of [page, await guest.get('/en/login'), await guest.get('/en/register')]) {
    for (const [form] of html.matchAll(/<form[^>]*>(?=[\s\S]*?<\/form>)[\s\S]*?<\/form>/g)) {
      if (form.includes('type="password"')) expect(form).toMatch(/^<form[^>]*method="post"/)
    }
  }
  await guest.get(`/en/new-password?token=wrong-${link.token}`)
  const { visitor } = await signIn(site, login)
  expect(site.logged()).not.toContain(link.token)
  expect(site.logged()).not.toContain(visitor.cookie('sid')?.split('.')[1] ?? 'nothing')
  expect(JSON.stringify(await auditOf(site, login))).not.toContain(link.token)
})

test('14.3.1 signing out leaves nothing behind in the browser', async () => {
  const { visitor } = await registered(site)
  const { headers } = await visitor.post('/api/auth/logout', {})
  // Scripts remove the account's data from storage and keep the browser's own: `e2e/signing-out.test.ts`.
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect(visitor.cookie('sid')).toBeUndefined()
})

test('14.3.2 browsers do not cache personal pages', async () => {
  const { login, visitor } = await registered(site)
  const paths = ['/en/app', '/en/account', '/en/account/sessions', '/en/account/second-factor', '/en/account/confirm']
  for (const path of [...paths, '/api/auth/me', '/en/app/nowhere']) {
    expect((await visitor.get(path)).headers.get('cache-control')).toBe('no-store')
  }
  expect((await signIn(site, login)).answer.headers.get('cache-control')).toBe('no-store')
  const { cookie } = await makeAdministrator(site.appDb, newLogin())
  for (const path of ['/en/admin/users', '/en/admin/audit', '/en/admin/users/invitation']) {
    expect((await site.app.request(path, { headers: { cookie } })).headers.get('cache-control')).toBe('no-store')
  }
})
