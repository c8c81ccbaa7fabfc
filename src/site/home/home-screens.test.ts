import { expect, test } from 'bun:test'
import { createTestSite } from '../../../tests/site.ts'

test('each screenshot exists in both widths, languages and color modes', async () => {
  const site = await createTestSite()
  const found = new Set<string>()
  for (const path of ['/', '/en']) {
    const html = await site.as({ cookie: 'i18n_redirected=ru' }).read(path)
    for (const [address] of html.matchAll(/\/screens\/[\w-]+\.webp/g)) found.add(address)
  }
  expect(found.size).toBe(4 * 2 * 2 * 2)
  const statuses = await Promise.all([...found].map(async (address) => (await site.app.request(address)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await site.close()
})
