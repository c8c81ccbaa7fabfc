import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestSite, type TestSite } from '../../tests/site.ts'

setDefaultTimeout(60_000)
let site: TestSite
beforeAll(async () => {
  const files: Record<string, string> = {
    '/assets/service-worker.js': '// worker',
    '/assets/offline-worker-1.js': '//',
  }
  site = await createTestSite({
    publicFiles: async (path) => {
      const text = files[path]
      return text === undefined ? undefined : { bytes: new TextEncoder().encode(text), type: 'text/javascript' }
    },
  })
})
afterAll(() => site.close())

test('the service worker is served at the root and revalidated each time', async () => {
  const response = await site.app.request('/sw.js')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('// worker')
  expect(response.headers.get('content-type')).toStartWith('text/javascript')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('only the worker may compile WebAssembly; pages and the service worker may not', async () => {
  const policyOf = async (path: string) => (await site.app.request(path)).headers.get('content-security-policy') ?? ''
  expect(await policyOf('/assets/offline-worker-1.js')).toBe(
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
  )
  for (const path of ['/', '/en/search', '/offline', '/sw.js']) {
    expect(await policyOf(path)).toContain(`worker-src 'self'`)
    expect(await policyOf(path)).not.toContain('unsafe')
  }
})

test.each([
  ['/offline', 'Нет связи, а эта страница не сохранена', 'ru-RU'],
  ['/en/offline', 'You are offline, and this page is not saved', 'en-US'],
])('%s says in its language that there is no network, and is not indexed', async (path, heading, lang) => {
  const html = await site.read(path)
  expect(html).toContain(`<html lang="${lang}"`)
  expect(html).toContain(heading)
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
  // A link with an empty href reloads the page in whose place the browser shows the offline page.
  expect(html).toContain('href=""')
})
