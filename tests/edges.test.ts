import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { href, paths } from '../src/paths.ts'
import { makeAdministrator } from './administrator.ts'
import { send } from './sender.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { partial, sameOrigin } from './visitor.ts'

/* Tests of the HTTP layer's responses to irregular requests. */

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  const texts = { 'ru/docs/a.md': page({}), 'en/docs/a.md': page({}) }
  site = await createTestSite({ files: { ...categories, ...texts }, now: () => 1_770_000_000_000 })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.app.request(path, { headers, method })
/** Sends a request from the network of the given address */
const ask = (path: string, address: string, headers: Record<string, string> = {}) =>
  send(site, path, { method: 'GET', address, headers })

describe('a method that a known route does not accept', () => {
  test.each([
    ['POST', '/docs/a', 'GET, HEAD'],
    ['DELETE', '/en', 'GET, HEAD'],
    ['PUT', '/sitemap.xml', 'GET, HEAD'],
    ['GET', paths.authLogout, 'POST'],
    ['PATCH', paths.login, 'GET, HEAD, POST'],
    ['POST', paths.marketAssets, 'GET, HEAD'],
    ['POST', '/__nuxt_content/manifest.json', 'GET, HEAD'],
  ])('%s %s is a 405 that says what is allowed', async (method, path, allow) => {
    const response = await get(path, sameOrigin, method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  })

  test('in a restricted area is revealed only to visitors with access', async () => {
    const keeper = await makeAdministrator(site.appDb, 'Keeper')
    const headers = { ...sameOrigin, cookie: `__Host-sid=${keeper.token}` }
    const stranger = await get(paths.adminAudit, sameOrigin, 'DELETE')
    expect(stranger.headers.get('allow')).toBeNull()
    expect(stranger.status).toBe((await get('/admin/nothing', sameOrigin, 'DELETE')).status)
    const known = await get(paths.adminAudit, headers, 'DELETE')
    expect([known.status, known.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

test('every error below /api/ is problem+json, whatever the Accept header says', async () => {
  const answers = [
    await get('/api/nothing', { accept: 'text/html' }),
    await get('/api/market/candles?asset=NONE&tf=1', { accept: 'text/html' }),
    await get('/api/market/candles', { accept: 'text/html' }),
    await get(paths.marketLayouts, { accept: 'text/html' }),
    await get(paths.marketAssets, { accept: 'text/html' }, 'POST'),
    await send(site, paths.authLogin, { headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' }, json: {} }),
    await send(site, paths.authLogin, { headers: { accept: 'text/html' }, json: {} }),
    await send(site, paths.authLogin, { headers: { accept: 'text/html' }, json: { login: 'a'.repeat(20_000) } }),
    await get(href(paths.commonPasswords, { prefix: 'zzz' }), { accept: 'text/html' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 401, 405, 403, 400, 413, 404])
  for (const answer of answers) expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

describe('the page for missing pages', () => {
  test('shows the requested path and nothing of another request', async () => {
    const first = await (await get('/docs/first?x=1', { accept: 'text/html' })).text()
    const second = await (await get(`/docs/second'"<b>&`, { accept: 'text/html' })).text()
    expect(first).toContain('Page not found: /docs/first?x=1')
    expect(first).toContain('/login?next=%2Fdocs%2Ffirst"')
    expect(first).toContain('<link rel="canonical" href="https://kurs.test/docs/first"/>')
    expect(second).not.toContain('first')
    expect(second).not.toContain('<b>&')
    expect(second).not.toContain('kurs-kept')
  })

  test('does not grow when the path contains its placeholder', async () => {
    const sizeOf = async (path: string) => (await (await get(path, { accept: 'text/html' })).text()).length
    const part = '/kurs-kept-path'
    expect(await sizeOf(part.repeat(200))).toBeLessThan(2 * (await sizeOf(`/${'a'.repeat(part.length * 200 - 1)}`)))
  })

  test('uses the language of its path and remembers it', async () => {
    for (const [path, tag, cookie] of [
      ['/en/nothing', 'en-US', 'en'],
      ['/nothing', 'ru-RU', 'ru'],
    ]) {
      const response = await get(path ?? '', { accept: 'text/html' })
      expect(await response.text()).toContain(`<html lang="${tag}"`)
      expect(response.headers.getSetCookie()).toEqual([expect.stringContaining(`i18n_redirected=${cookie};`)])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })
})

test.each(['/assets/chunk-gone.js', '/apple-touch-icon-precomposed.png', '/.well-known/nothing'])(
  'a missing file does not change the remembered language: %s',
  async (path) => {
    const cookie = 'i18n_redirected=en'
    for (const accept of ['*/*', 'image/avif,image/webp,*/*']) {
      const response = await get(path, { accept, cookie })
      expect(response.status).toBe(404)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  },
)

test('a long query costs by its length, whatever its content', async () => {
  const [address, path] = ['198.51.100.9', '/__nuxt_content/docs_ru/query']
  const { status, headers } = await send(site, path, { address, json: '['.repeat(500_000) })
  expect([status, headers.get('ratelimit')]).toEqual([400, '"work";r=5948;t=1'])
})

test('work per network is limited, reported in headers, and separate for each network', async () => {
  const [crowd, other] = ['198.51.100.1', '198.51.100.2']
  const first = await ask('/search?q=', crowd)
  expect(first.headers.get('ratelimit-policy')).toBe('"work";q=6000;w=60')
  expect(first.headers.get('ratelimit')).toBe('"work";r=5990;t=1')
  for (let asked = 1; asked < 600; asked++) await ask('/search?q=', crowd, partial)
  for (const [path, ...words] of [
    ['/search?q=', 'Слишком много запросов', 'Повторите через 1 с.', '/login?next=%2Fsearch"'],
    ['/en/search?q=', 'Too many requests', 'Try again in 1 s.', '/en/login?next=%2Fen%2Fsearch"'],
    ['/en/blog/x', 'Too many requests', 'Try again in 1 s.', '/en/login?next=%2Fen%2Fblog%2Fx"'],
  ] as const) {
    const page = await ask(path, crowd, { accept: 'text/html' })
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '1'])
    expect(page.headers.get('ratelimit')).toBe('"work";r=0;t=60')
    const html = await page.text()
    expect(words.filter((word) => !html.includes(word))).toEqual([])
    expect(html).not.toContain('kurs-kept')
  }
  const forPrograms = await ask(paths.marketAssets, crowd)
  expect([forPrograms.status, forPrograms.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
  expect((await ask('/search?q=', other)).status).toBe(200)
  await ask('/docs/a', other)
  await site.pages.settled()
  expect((await ask('/docs/a', crowd)).status).toBe(200)
})

test('other sites may show pictures of the site and load nothing else from it', async () => {
  const policies = await Promise.all(
    ['/docs/a', '/nowhere', '/robots.txt', paths.authMe, '/favicon.svg', '/og-ru.png'].map(async (path) => {
      return (await get(path)).headers.get('cross-origin-resource-policy')
    }),
  )
  expect(policies).toEqual([...Array.from({ length: 4 }, () => 'same-origin'), 'cross-origin', 'cross-origin'])
})

test('a page requested with HEAD is cached like any other', async () => {
  site.pages.clear()
  const manifest = paths.contentManifest
  const head = await get(manifest, {}, 'HEAD')
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  await site.pages.settled()
  expect(site.pages.size()).toBe(1)
  expect((await get(manifest)).headers.get('etag')).not.toBeNull()
})

test('a page is cached once, however its path is spelled', async () => {
  site.pages.clear()
  for (const path of ['/docs/a', '/docs/%61', '/%64ocs/a', '/docs/a?x', '/docs%2Fa', '/docs//a', '/docs/a/'])
    await get(path)
  await site.pages.settled()
  expect(site.pages.size()).toBe(1)
})

describe('behind a proxy', () => {
  test.each([
    ['203.0.113.5', '203.0.113.5'],
    ['1.2.3.4, 203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['<script>', '192.0.2.7'],
    ['203.0.113.5, unknown', '192.0.2.7'],
    ['203.0.113.500', '192.0.2.7'],
    ['', '192.0.2.7'],
  ])('only a valid address is accepted as the visitor’s: %s', async (forwarded, seen) => {
    const { clientAddress } = await import('../src/http/client-address.ts')
    expect(clientAddress(forwarded, '192.0.2.7', true)).toBe(seen)
    expect(clientAddress(forwarded, '192.0.2.7', false)).toBe('192.0.2.7')
  })
})
