import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { localised, splitLocale } from '../src/i18n/locales.ts'
import { withoutLocale } from './access-declarations.ts'
import type { Access, Visitor } from './access-rows.ts'
import { access } from './access-table.ts'
import { type AccessVisitors, inviteVisitors } from './access-visitors.ts'
import { send } from './sender.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { partial } from './visitor.ts'

/* Tests the rate limits of every route for one network: they are announced in headers and enforced. */

setDefaultTimeout(60_000)

const wholeWork = '"work";q=6000;w=60'
/**
 * Endpoints with a separate rate limit, by the policy in their responses; all other endpoints share the limit of work
 */
const ownLimits: Record<string, string[]> = {
  '"calls";q=10;w=600': ['POST /docs-vote'],
  '"calls";q=20;w=60': ['GET /app/enigma.csv', 'GET /app/enigma/:asset/candles.csv'],
  '"calls";q=30;w=60': ['GET /api/bots/strategies', 'POST /api/bots/backtest'],
  '"calls";q=60;w=15': ['GET /api/icons/:file'],
  '"calls";q=60;w=30': ['GET /api/bots', 'GET /api/bots/:id', 'GET /api/bots/:id/trades', 'POST /api/bots/:id/acts'],
  '"calls";q=60;w=60': [
    'GET /app/bots/backtest',
    'GET /app/bots/backtest/trades.csv',
    'GET /app/bots/sweep',
    'GET /bots/try',
    'GET /bots/try/trades.csv',
  ],
  '"calls";q=120;w=12': ['GET /app/find', 'GET /charts'],
  '"calls";q=300;w=8': [
    'DELETE /api/market/drawings/:id',
    'DELETE /api/market/layouts/:id',
    'GET /api/auth/tokens',
    'GET /api/market/assets',
    'GET /api/market/candles',
    'GET /api/market/drawings',
    'GET /api/market/gaps',
    'GET /api/market/layouts',
    'GET /api/market/overview',
    'GET /api/market/templates',
    'GET /app/bots',
    'GET /app/bots/compare',
    'POST /api/market/layouts',
    'PUT /api/market/drawings/:id',
    'PUT /api/market/layouts/:id',
    'PUT /api/market/templates',
  ],
  '"calls";q=300;w=30': ['POST /api/auth/passkey-challenge'],
  '"calls";q=6000;w=60': ['GET /api/auth/me'],
}

const texts = ['ru', 'en'].map((locale) => ({
  [`${locale}/docs/index.md`]: page({ title: 'Docs' }),
  [`${locale}/docs/guide.md`]: page({ title: 'Guide' }),
  [`${locale}/blog/news/first.md`]: page({ title: 'First', date: '2026-01-01' }),
}))
const files = Object.assign({}, categories, ...texts)
/** A frozen clock, so that no limit refills during a test. */
const now = Date.now()

const openSite = () => createTestSite({ files, publicFiles: async () => undefined, now: () => now })
let site: TestSite
let visitors: AccessVisitors
beforeAll(async () => {
  site = await openSite()
  visitors = await inviteVisitors(site)
})
afterAll(() => site.close())

/** Lists every route in each language, with its row of the access table */
function routes(): { method: string; path: string; route: string; row: Access }[] {
  const own = site.app.routes.filter(({ method }) => method !== 'ALL')
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))].flatMap((name) => {
    const route = withoutLocale(name)
    const row = access[route]
    const [method = '', pattern = ''] = name.split(' ')
    const { locale, path } = splitLocale(pattern)
    return row ? [{ method, path: localised(locale, row.at ?? path), route, row }] : []
  })
}

function welcome({ stranger, user, withoutFactor }: Access): Visitor {
  if (stranger !== 'ask' || user === 'app') return 'nobody'
  return withoutFactor === 'setup' ? 'administrator' : 'user'
}

/** Sends requests from one network until one is refused. @returns the number of answered requests */
async function exhaust(at: TestSite, address: string, headers: Record<string, string> = {}): Promise<number> {
  const search = '/search?q='
  for (let answered = 0; ; answered++) {
    const { status } = await send(at, search, { method: 'GET', address, headers: { ...headers, ...partial } })
    if (status === 429) return answered
  }
}

test('a network that has used up its work is refused on every route with a fitting message', async () => {
  const address = '203.0.113.77'
  // Uses a fresh site: cached pages are served to everybody without a limit.
  await using stack = new AsyncDisposableStack()
  const fresh = await openSite()
  stack.defer(() => fresh.close())
  // A search costs ten of 6,000 units, so 600 searches are answered.
  expect(await exhaust(fresh, address)).toBe(600)
  const faults: string[] = []
  const all = routes()
  for (const { method, path } of all) {
    const answer = await send(fresh, path, { method, address, headers: { accept: 'text/html' } })
    const text = await answer.text()
    const isProgram = path.startsWith('/api/')
    const words =
      isProgram || path.startsWith('/en') ? /Too [mM]any [rR]equests|Try again in 1 s/ : /Слишком много запросов/
    const { status, headers } = answer
    const seen = [status, headers.get('retry-after'), headers.get('ratelimit-policy'), headers.get('cache-control')]
    if (!Bun.deepEquals(seen, [429, '1', wholeWork, 'no-store'])) faults.push(`${method} ${path}: ${seen}`)
    if (!words.test(text)) faults.push(`${method} ${path}: ${text.slice(0, 80)}`)
    if (isProgram && headers.get('content-type') !== 'application/problem+json') faults.push(`${path}: no problem+json`)
  }
  expect(faults).toEqual([])
  expect(all.length).toBeGreaterThan(300)
})

test('exactly the listed endpoints have a separate limit and announce it', async () => {
  const told = new Map<string, Set<string>>()
  for (const { method, path, route, row } of routes()) {
    const cookie = await visitors.cookieOf(welcome(row))
    const answer = await visitors.ask({ method, path, cookie, kind: 'page' })
    await answer.arrayBuffer()
    // Assumes the limit of work for cached pages, which cost nothing and announce no limit.
    const policy = answer.headers.get('ratelimit-policy') ?? wholeWork
    told.set(policy, (told.get(policy) ?? new Set()).add(route))
  }
  told.delete(wholeWork)
  const found = [...told].map(([policy, calls]): [string, string[]] => [policy, [...calls].sort()])
  expect(Object.fromEntries(found)).toEqual(ownLimits)
})

describe.each(Object.entries(ownLimits))('%s', (policy, calls) => {
  const most = Number(/q=(\d+)/.exec(policy)?.[1])
  // If a separate limit equals the limit of work, the limit of work refuses first; requests with API tokens are subject
  // to the separate limit alone.
  const refusing = policy === '"calls";q=6000;w=60' ? wholeWork : policy

  test.each(calls)(`${most} calls at once, then a refusal: %s`, async (route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = access[route]?.at ?? pattern
    const address = `2001:db8:${calls.indexOf(route)}:${most}::1`
    const ask = (headers = {}) => send(site, path, { method, address, headers: { accept: 'text/html', ...headers } })
    for (let asked = 0; asked < most; asked++) {
      // Requests partial pages after the first request: they count the same as full pages and halve the test's time.
      const answer = await ask(asked > 0 ? partial : {})
      await answer.arrayBuffer()
      expect(answer.status).not.toBe(429)
    }
    const refused = await ask()
    const { status, headers } = refused
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, refusing])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toMatch(/too many requests|Слишком много запросов/i)
  })
})

describe('work is counted', () => {
  test('per IPv6 /64 network, the size that one connection gets', async () => {
    await exhaust(site, '2001:db8:aa:bb::1')
    const statusOf = async (address: string) => (await send(site, '/api/auth/me', { method: 'GET', address })).status
    for (const address of ['2001:db8:aa:bb:ffff:ffff:ffff:ffff', '2001:DB8:AA:BB:0:0:0:7', '2001:db8:aa:bb::1%eth0']) {
      expect(await statusOf(address)).toBe(429)
    }
    for (const address of ['2001:db8:aa:bc::1', '2001:db8:aa::1', '::ffff:192.0.2.1']) {
      expect(await statusOf(address)).toBe(200)
    }
  })

  test('per IPv4 address, however sockets write it and whatever headers claim', async () => {
    await exhaust(site, '::ffff:198.51.100.44')
    const forwarded = { 'x-forwarded-for': '192.0.2.200', 'x-real-ip': '192.0.2.201', forwarded: 'for=192.0.2.202' }
    for (const headers of [{}, forwarded])
      expect((await send(site, '/api/auth/me', { method: 'GET', address: '198.51.100.44', headers })).status).toBe(429)
  })

  test('behind a trusted proxy, per address reported by the proxy', async () => {
    const proxied = await createTestSite({ trustsProxy: true, now: () => now })
    const proxy = '10.0.0.1'
    const statusOf = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      return (await send(proxied, '/api/auth/me', { method: 'GET', address: proxy, headers })).status
    }
    await exhaust(proxied, proxy, { 'x-forwarded-for': '192.0.2.1, 2001:db8:1:2::9' })
    expect(await statusOf('2001:db8:1:2:3:4:5:6')).toBe(429)
    expect(await statusOf('198.51.100.1, [2001:db8:1:2::1]:4711')).toBe(429)
    expect(await statusOf('2001:db8:1:2::9, 192.0.2.1')).toBe(200)
    expect(await statusOf('2001:db8:1:3::9')).toBe(200)
    await proxied.close()
  })
})
