import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { send as ask, registerByApi, type Sent } from './sender.ts'
import { createTestSite, type TestSite } from './site.ts'

setDefaultTimeout(60_000)

const siteUrl = 'https://kurs.test'
const password = 'корабль лампа 7'

/** The site's clock, ms UTC. It advances a minute before each sign-in to avoid rate limits. */
let now = Date.now()
let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0
const newLogin = () => `Person-${++count}`
const send = (path: string, sent?: Sent) => ask(site, path, sent)
const open = (path: string, headers: Record<string, string> = {}) => ask(site, path, { method: 'GET', headers })

describe('a redirect target', () => {
  const elsewhere = [
    'https://evil.test/',
    'http://evil.test',
    'HTTPS://EVIL.TEST',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    '//evil.test',
    '///evil.test',
    '////evil.test/..',
    '//evil.test@kurs.test',
    '//kurs.test@evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    ' https://evil.test',
    '/./\\evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/x/..//evil.test',
    '/x/../../\\/evil.test',
    '/%2e//evil.test',
    '/%2E%2E//evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://evil.test/1',
    'evil.test',
    '@evil.test',
    ':80',
    '?next=//evil.test',
    '#//evil.test',
    '/\u0000/evil.test',
    '/\u0085/evil.test',
    '',
  ]
  /** Paths of this site that look like external URLs. */
  const here = [
    '/evil.test',
    '/@evil.test',
    '/%2F%2Fevil.test',
    '/%5Cevil.test',
    '/%09/evil.test',
    '/%0d%0aLocation:%20//evil.test',
    '/;//evil.test',
    '/?next=//evil.test',
    '/\u2028/evil.test',
    '/／evil.test',
    '/。evil.test',
  ]

  /** Expects a location that a browser resolves to this site and that no browser can interpret differently. */
  function expectHere(location: string | null): void {
    expect(location).toMatch(/^\/(?![/\\])[!-~]*$/)
    const target = new URL(location ?? '', `${siteUrl}/en/login`)
    expect(target.origin).toBe(siteUrl)
    expect(target.pathname).not.toStartWith('//')
    expect(location).not.toContain('\\')
  }

  test.each(elsewhere)('is never another site, on any page or form: %p', async (next) => {
    const { login } = await registerByApi(site)
    const query = `next=${encodeURIComponent(next)}`
    const answers = []
    for (const path of [`/login?${query}`, `/en/login?${query}`]) {
      now += 60_000
      answers.push(await send(path, { form: { login, password } }))
    }
    for (const path of ['/api/auth/login', '/api/auth/logout']) {
      now += 60_000
      answers.push(await send(path, { form: { login, password, next } }))
    }
    answers.push(await send(`/register?${query}`, { form: { login: newLogin(), password } }))
    answers.push(await send('/api/auth/register', { form: { login: newLogin(), password, next } }))
    const { cookie } = await registerByApi(site)
    answers.push(await send(`/account/confirm?${query}`, { form: { password }, headers: { cookie } }))
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      const location = answer.headers.get('location')
      expectHere(location)
      expect(location).not.toContain('evil')
    }
    // After a wrong password, the redirect target that the form passes on is safe too.
    const back = await send('/api/auth/login', { form: { login: 'nobody-here', password: 'wrong one', next } })
    expectHere(back.headers.get('location'))
  })

  test.each([...elsewhere, ...here])('appears in no link or form of a page: %p', async (next) => {
    const { cookie } = await registerByApi(site)
    const query = `next=${encodeURIComponent(next)}`
    for (const path of ['/login', '/register', '/account/confirm', '/account/second-factor', '/en/login?recovery=1']) {
      const page = await open(
        `${path}${path.includes('?') ? '&' : '?'}${query}`,
        path.startsWith('/acc') ? { cookie } : {},
      )
      expect(page.status).toBe(200)
      for (const address of await addressesIn(await page.text())) {
        const target = new URL(address, siteUrl)
        expect([address, target.origin]).toEqual([address, siteUrl])
        const passedOn = target.searchParams.get('next')
        // The language switch links to this page itself, and the guard of this page checks the redirect target.
        if (passedOn && passedOn !== next) expectHere(passedOn)
      }
    }
  })

  test.each(here)('is accepted when it is a path of this site, however it looks: %p', async (next) => {
    const { login } = await registerByApi(site)
    const answer = await send(`/login?next=${encodeURIComponent(next)}`, { form: { login, password } })
    expect(answer.status).toBe(303)
    expectHere(answer.headers.get('location'))
  })

  test('for a guest sent to sign-in is the exact path of the requested page', async () => {
    for (const path of [
      '/account//evil.test',
      '/admin/%0d%0aX-Injected:1',
      '/app/%5C%5Cevil.test',
      '/app/x?y=%0d%0a',
    ]) {
      for (const kind of ['text/html', 'hx']) {
        const answer = await open(path, kind === 'hx' ? { 'hx-request': 'true' } : {})
        const location = answer.headers.get('location') ?? answer.headers.get('hx-redirect')
        expectHere(location)
        expect(location).toStartWith('/login?next=%2Fa')
        expect(answer.headers.has('x-injected')).toBe(false)
      }
    }
    const referer = 'https://kurs.test//evil.test/%0d%0aX-Injected:1'
    const answer = await send('/account', { form: {}, headers: { referer } })
    expectHere(answer.headers.get('location'))
    const foreign = await send('/account', { form: {}, headers: { referer: 'https://evil.test/account' } })
    expect(foreign.headers.get('location')).toBe('/login?next=%2F')
  })
})

describe('header injection', () => {
  const breaks = ['\r\n', '\n', '\r', '\u0000', '\u010d\u010a', '\u560d\u560a', '\u2028', '%0d%0a', '\u0085', '\ud800']

  test.each(breaks)('is impossible through any field: %p', async (line) => {
    const evil = `a${line}X-Injected: 1${line}Set-Cookie: __Host-sid=evil${line}${line}<script>`
    // Names with line breaks or control characters are refused; others are stored and shown below.
    const isRefused = /[\p{Cc}\p{Zl}\p{Cs}]/u.test(line)
    const refused = await send('/api/auth/register', { json: { login: newLogin(), password, name: evil } })
    expect(refused.status).toBe(isRefused ? 422 : 201)
    const { cookie } = await registerByApi(site, { name: isRefused ? 'Visitor' : evil })
    const query = encodeURIComponent(evil.replaceAll('\ud800', ''))
    const answers = [
      await send('/api/auth/login', { json: { login: evil, password: evil, totp: evil, next: evil } }),
      await send('/api/auth/login', { form: { login: evil, password: evil, next: `/${evil}` } }),
      await send('/api/auth/register', { json: { login: evil, name: evil, password } }),
      await send('/login', { form: { login: evil, password: evil } }),
      await send(`/login?next=/${query}`, { form: { login: newLogin(), password } }),
      await send(`/register?next=/${query}`, { form: { login: newLogin(), name: evil, password } }),
      await send('/api/auth/logout', { form: { next: `/${evil}` } }),
      await send('/account', {
        form: { name: evil, locale: evil, hasAccent: 'yes', accent: evil },
        headers: { cookie },
      }),
      await send('/account', { form: { name: evil.slice(0, 80), locale: 'en', hasAccent: 'no' }, headers: { cookie } }),
      await send('/account/sessions', { form: { session: evil }, headers: { cookie } }),
      await send('/admin/users/views', { form: { name: 'a', query: evil }, headers: { cookie: admin.cookie } }),
      await open(`/admin/users?q=${query}`, { cookie: admin.cookie }),
      await open(`/admin/users/${query}`, { cookie: admin.cookie }),
      await open(`/app/${query}`),
      await open('/app', { cookie }),
      await open('/api/auth/me', { cookie }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500)
      expect([...answer.headers.keys()]).not.toContain('x-injected')
      for (const [name, value] of answer.headers) expect([name, value]).toEqual([name, value.replace(/[^ -~]/g, '')])
      const sids = answer.headers.getSetCookie().filter((each) => each.startsWith('__Host-sid='))
      for (const sid of sids) expect(sid).not.toStartWith('__Host-sid=evil')
    }
  })

  test('adds no line to the log', async () => {
    await send('/login?next=%0aX-Injected:1', { form: { login: '\nX-Injected: 1', password: 'wrong one' } })
    await open('/docs/%0aX-Injected:%201', { 'user-agent': 'X-Injected' })
    await open('/admin/%0d%0aX-Injected:%201', { referer: 'https://kurs.test/%0aX-Injected' })
    const lines = site.logged().trim().split('\n')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => /^[\s/]*(X-Injected|Set-Cookie|<script>)/.test(line))).toEqual([])
  })
})

/** Collects the targets of links and forms in a page. */
async function addressesIn(html: string): Promise<string[]> {
  const found: string[] = []
  await new HTMLRewriter()
    .on('main a[href], main form, main [formaction], a.user-link', {
      element: (element) => {
        for (const name of ['href', 'action', 'formaction']) {
          const value = element.getAttribute(name)
          if (value) found.push(value.replaceAll('&amp;', '&'))
        }
      },
    })
    .transform(new Response(html))
    .text()
  return found
}
