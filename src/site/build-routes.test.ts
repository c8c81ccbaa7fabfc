import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { buildRoutes } from './build-routes.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

test.each(['/builds', '/_nuxt/builds'])('%s names the current build, ignoring the query', async (builds) => {
  const response = await site.app.request(`${builds}/latest.json?1795206703360`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=1, immutable')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await response.json()).toEqual({ id: 'test', timestamp: expect.any(Number) })
})

test.each(['/builds', '/_nuxt/builds'])('%s describes the current build and no other', async (builds) => {
  const response = await site.app.request(`${builds}/meta/test.json`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { timestamp } = await (await site.app.request(`${builds}/latest.json`)).json()
  expect(await response.json()).toEqual({
    id: 'test',
    timestamp,
    matcher: { static: {}, wildcard: {}, dynamic: {} },
    prerendered: [],
  })
  const other = await site.app.request(`${builds}/meta/earlier.json`)
  expect(other.status).toBe(404)
  expect(other.headers.get('cache-control')).toBe('no-store')
  expect(await other.json()).toMatchObject({ statusCode: 404, message: `Page not found: ${builds}/meta/earlier.json` })
})

test('pages name the same build in their configuration', async () => {
  expect(await site.read('/')).toContain('"buildId":"test"')
})

test('the timestamp is the time since when the build is served', async () => {
  const routes = buildRoutes({ buildId: 'a', servedSince: 1795206703360 })
  const response = await routes.request('/builds/latest.json')
  expect(await response.json()).toEqual({ id: 'a', timestamp: 1795206703360 })
})

test("redirect rules are published in the client's format, each with its target", async () => {
  const rule = (from: string, to: string) => ({ from, to, status: 301 }) as const
  const routeRules = [rule('/old', '/new#a'), rule('/wiki/**', '/docs/**'), rule('/forum/**', 'https://forum.test/')]
  const answer = await buildRoutes({ buildId: 'a', routeRules }).request('/_nuxt/builds/meta/a.json')
  expect(await answer.json()).toMatchObject({
    matcher: {
      static: { '/old': { redirect: '/new#a' } },
      wildcard: { '/wiki': { redirect: '/docs/**' }, '/forum': { redirect: 'https://forum.test/' } },
      dynamic: {},
    },
    prerendered: [],
  })
})

test('files for API clients are not indexed, not even missing ones', async () => {
  for (const path of ['/__nuxt_content/manifest.json', '/__nuxt_content/x', '/_i18n/x', '/builds/x', '/_nuxt/x.js']) {
    for (const time of ['first', 'kept']) {
      expect((await site.app.request(path)).headers.get('x-robots-tag'), `${path}, ${time}`).toBe('noindex')
    }
  }
  expect((await site.app.request('/docs')).headers.has('x-robots-tag')).toBe(false)
})
