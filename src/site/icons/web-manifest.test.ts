import { afterAll, beforeAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { createTestSite, type TestSite } from '../../../tests/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ env: { SITE_NAME: 'Котировки', SITE_NAME_EN: 'Quotes' } })
})
afterAll(() => site.close())

test.each([
  ['/manifest.webmanifest', 'ru-RU', 'Котировки', '/app'],
  ['/en/manifest.webmanifest', 'en-US', 'Quotes', '/en/app'],
])('%s describes the same app in its language', async (address, lang, name, start_url) => {
  const answer = await site.app.request(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/app', lang, name, start_url, scope: '/', display: 'standalone' })
  expect(manifest.icons.length).toBe(5)
  for (const { src, sizes, type } of manifest.icons) {
    const picture = await site.app.request(src)
    expect([picture.status, picture.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
  }
})

test('pages link to the manifest of their language and to icons, which exist', async () => {
  for (const [page, manifest] of [
    ['/', '/manifest.webmanifest'],
    ['/en', '/en/manifest.webmanifest'],
  ] as const) {
    const html = await site.read(page)
    expect(html).toContain(`<link rel="manifest" href="${manifest}"/>`)
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
  }
  expect((await sharp(await bytesOf('/apple-touch-icon.png')).metadata()).width).toBe(180)
  // The header of the ICO file says: one picture, 32 px wide.
  expect([...new Uint8Array(await bytesOf('/favicon.ico')).subarray(0, 7)]).toEqual([0, 0, 1, 0, 1, 0, 32])
})

async function bytesOf(address: string): Promise<ArrayBuffer> {
  const answer = await site.app.request(address)
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}
