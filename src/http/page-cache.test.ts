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
// A copy that another test left under way must not appear during this one.
beforeEach(async () => {
  await site.pages.settled()
  site.pages.clear()
})

async function warm(path: string): Promise<void> {
  await (await site.app.request(path)).text()
  await site.pages.settled()
}

test('the copy from memory is the page that was rendered, in every encoding', async () => {
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

test('a browser that has the page is told so', async () => {
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

test('no address leads to the copies that are kept beside a page', async () => {
  await (await site.app.request('/docs/a', { headers: { [partHeader]: '' } })).text()
  await (await site.app.request('/docs/a', { headers: { accept: 'text/markdown' } })).text()
  await site.pages.settled()
  for (const path of ['/docs/a%20part', '/docs/a%20markdown', '/part%20/docs/a', '/markdown%20/docs/a']) {
    expect([path, (await site.app.request(path)).status]).toEqual([path, 404])
  }
})

test('pages that do not exist are not kept', async () => {
  const before = site.pages.size()
  await warm('/docs/nothing')
  expect(site.pages.size()).toBe(before)
})

test('visitors who come at the same time share one rendering', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => site.app.request('/docs/a')))
  const [first, ...others] = await Promise.all(responses.map((response) => response.text()))
  expect(others.every((html) => html === first)).toBe(true)
  expect(responses.filter(({ headers }) => headers.get('etag') === null).length).toBe(1)
})

test('a change of the content is on the next page', async () => {
  await warm('/docs/a')
  await site.edit({ 'ru/docs/a.md': page({ title: 'Новый' }) })
  expect(await (await site.app.request('/docs/a')).text()).toContain('Новый')
})

test.each(['evict', 'clear'] as const)('%s counts for a page that is being rendered', async (act) => {
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

/** A page at every address, that says how often it has been rendered */
function countedPages() {
  const pages = createPageCache()
  let renderings = 0
  const app = new Hono<AppEnv>().use(pages.middleware).get('*', (c) => c.text(`rendering ${++renderings}`))
  const read = async (path: string, headers = {}) => (await app.request(path, { headers })).text()
  return { pages, read }
}

test('a page that is evicted is forgotten whole and as a part', async () => {
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

test('of many pages those go that are stale, whole and as a part', async () => {
  const { pages, read } = countedPages()
  for (const path of ['/a', '/b']) await read(path)
  await read('/a', { [partHeader]: '' })
  await pages.settled()
  pages.evictWhere((path) => path === '/a')
  expect(pages.size()).toBe(1)
  expect(await read('/b')).toBe('rendering 2')
  expect(await read('/a')).toBe('rendering 4')
})

test('what is evicted once its first reader has it does not come back with its copy', async () => {
  const { pages, read } = countedPages()
  await read('/page')
  pages.evict('/page')
  // Copied one after the other: by then its own would be there.
  for (const path of ['/second', '/third']) {
    await read(path)
    await pages.settled()
  }
  expect(pages.size()).toBe(2)
})

test.each(['identity', 'br'])('HEAD answers like GET without a body: %s', async (encoding) => {
  for (const moment of ['rendered', 'from memory']) {
    const response = await site.app.request('/docs/b', { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    expect([moment, response.status, await response.text()]).toEqual([moment, 200, ''])
    await site.pages.settled()
    const whole = await site.app.request('/docs/b', { headers: { 'accept-encoding': encoding } })
    const length = (await whole.arrayBuffer()).byteLength
    // The first answer is compressed in less time than those that are kept.
    if (encoding === 'identity' || moment === 'from memory') {
      expect([moment, response.headers.get('content-length')]).toEqual([moment, String(length)])
    } else expect(Number(response.headers.get('content-length'))).toBeGreaterThanOrEqual(length)
  }
})
