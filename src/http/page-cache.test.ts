import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import zlib from 'node:zlib'
import { Hono } from 'hono'
import { createTestSite, page, type TestSite } from '../../tests/site.ts'
import { partHeader } from '../ui/document/page-part.ts'
import type { AppEnv } from './env.ts'
import { createPageCache } from './page-cache.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: { 'ru/docs/a.md': page({ title: 'Старый' }), 'ru/docs/b.md': page({ title: 'Другая' }) },
  })
})
afterAll(() => site.close())
// Waits for pending copies of another test, which must not appear during this one.
beforeEach(async () => {
  await site.pages.settled()
  site.pages.clear()
})

async function warm(path: string): Promise<void> {
  await (await site.app.request(path)).text()
  await site.pages.settled()
}

test('a cached page equals the rendered one in every encoding', async () => {
  const first = await (await site.app.request('/docs/a')).text()
  await site.pages.settled()
  const decode = { br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync, gzip: zlib.gunzipSync }
  for (const encoding of ['br', 'zstd', 'gzip'] as const) {
    const response = await site.app.request('/docs/a', { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(decode[encoding](await response.arrayBuffer()).toString()).toBe(first)
  }
  expect(await (await site.app.request('/docs/a')).text()).toBe(first)
})

test('a browser that has the current page gets a 304', async () => {
  await warm('/docs/a')
  const etag = (await site.app.request('/docs/a')).headers.get('etag') ?? ''
  const again = await site.app.request('/docs/a', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('etag')).toBe(etag)
  expect(await again.text()).toBe('')
  expect((await site.app.request('/docs/a', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
})

test('tracking parameters share the page’s copy', async () => {
  await warm('/docs/b')
  const before = site.pages.size()
  await warm('/docs/b?utm_source=mail')
  expect(site.pages.size()).toBe(before)
})

test('internal cache keys cannot be requested as paths', async () => {
  await (await site.app.request('/docs/a', { headers: { [partHeader]: '' } })).text()
  await (await site.app.request('/docs/a', { headers: { accept: 'text/markdown' } })).text()
  await site.pages.settled()
  for (const path of ['/docs/a%20part', '/docs/a%20markdown', '/part%20/docs/a', '/markdown%20/docs/a']) {
    expect([path, (await site.app.request(path)).status]).toEqual([path, 404])
  }
})

test('missing pages are not cached', async () => {
  const before = site.pages.size()
  await warm('/docs/nothing')
  expect(site.pages.size()).toBe(before)
})

test('concurrent visitors share one rendering', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => site.app.request('/docs/a')))
  const [first, ...others] = await Promise.all(responses.map((response) => response.text()))
  expect(others.every((html) => html === first)).toBe(true)
  expect(responses.filter(({ headers }) => headers.get('etag') === null).length).toBe(1)
})

test('a content change appears in the next response', async () => {
  await warm('/docs/a')
  await site.edit({ 'ru/docs/a.md': page({ title: 'Новый' }) })
  expect(await (await site.app.request('/docs/a')).text()).toContain('Новый')
})

test.each(['evict', 'clear'] as const)('%s also affects a page that is being rendered', async (act) => {
  const pages = createPageCache()
  const first = Promise.withResolvers<void>()
  let renderings = 0
  const app = new Hono<AppEnv>().use(pages.middleware).get('/page', async (c) => {
    const number = ++renderings
    if (number === 1) await first.promise
    return c.text(`rendering ${number}`)
  })
  const read = async () => (await app.request('/page')).text()
  const early = read()
  pages[act]('/page')
  const waiting = [read(), read()]
  first.resolve()
  expect(await early).toBe('rendering 1')
  expect(await Promise.all(waiting)).toEqual(['rendering 2', 'rendering 2'])
  await pages.settled()
  expect(await read()).toBe('rendering 2')
})

/** Serves a page at every path that shows the number of renderings so far */
function countedPages() {
  const pages = createPageCache()
  let renderings = 0
  const app = new Hono<AppEnv>().use(pages.middleware).get('*', (c) => c.text(`rendering ${++renderings}`))
  const read = async (path: string, headers = {}) => (await app.request(path, { headers })).text()
  return { pages, read }
}

test('evicting a page removes its full and partial copies', async () => {
  const { pages, read } = countedPages()
  const part = { [partHeader]: '' }
  await read('/page')
  await read('/page', part)
  await pages.settled()
  expect(await read('/page', part)).toBe('rendering 2')
  pages.evict('/page')
  expect(await read('/page')).toBe('rendering 3')
  expect(await read('/page', part)).toBe('rendering 4')
})

test('evictWhere removes the full and partial copies of stale pages only', async () => {
  const { pages, read } = countedPages()
  for (const path of ['/a', '/b']) await read(path)
  await read('/a', { [partHeader]: '' })
  await pages.settled()
  pages.evictWhere((path) => path === '/a')
  expect(pages.size()).toBe(1)
  expect(await read('/b')).toBe('rendering 2')
  expect(await read('/a')).toBe('rendering 4')
})

test('a page evicted right after its first response is not cached afterwards', async () => {
  const { pages, read } = countedPages()
  await read('/page')
  pages.evict('/page')
  // Copies are made in order: when these pages are cached, the copy of the evicted page would be there, too.
  for (const path of ['/second', '/third']) {
    await read(path)
    await pages.settled()
  }
  expect(pages.size()).toBe(2)
})

test.each(['identity', 'br'])('HEAD is answered like GET without a body: %s', async (encoding) => {
  for (const moment of ['rendered', 'from memory']) {
    const response = await site.app.request('/docs/b', { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    expect([moment, response.status, await response.text()]).toEqual([moment, 200, ''])
    await site.pages.settled()
    const whole = await site.app.request('/docs/b', { headers: { 'accept-encoding': encoding } })
    const length = (await whole.arrayBuffer()).byteLength
    for (const { headers } of [response, whole]) {
      const vary = headers.get('vary')?.split(', ').sort()
      expect([moment, vary]).toEqual([moment, ['Accept', 'Accept-Encoding', 'x-page-part']])
    }
    // The first answer is compressed faster, and less, than the cached answers.
    if (encoding === 'identity' || moment === 'from memory') {
      expect([moment, response.headers.get('content-length')]).toEqual([moment, String(length)])
    } else expect(Number(response.headers.get('content-length'))).toBeGreaterThanOrEqual(length)
  }
})
