import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { nearPages } from './near-pages.ts'

let site: TestSite
beforeAll(async () => {
  const others = Array.from({ length: 20 }, (_, at) => [`en/docs/1.start/x${at}.md`, page({ title: `X${at}` })])
  site = await createTestSite({
    files: {
      'en/docs/1.start/1.quick-start.md': page({ title: 'Quick `start`' }),
      'en/docs/2.operations/configuration.md': page({ title: 'Configuration' }),
      'en/docs/2.operations/backups.md': page({ title: 'Backups <now>' }),
      'ru/docs/2.operations/backups.md': page({ title: 'Резервные копии' }),
      ...Object.fromEntries(others),
    },
  })
})
afterAll(() => site.close())

async function near(path: string): Promise<string[]> {
  const response = await site.app.request(path, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(404)
  const [list = ''] = /<section class="error-near">[\s\S]*?<\/section>/.exec(await response.text()) ?? []
  return [...list.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
}

test('a page that is missing below /docs leads to those whose addresses have its words', async () => {
  expect(await near('/en/docs/guide/quick-start')).toEqual(['/en/docs/start/quick-start'])
  expect(await near('/en/docs/backups.html')).toEqual(['/en/docs/operations/backups'])
  expect(await near('/docs/admin/backups')).toEqual(['/docs/operations/backups'])
})

test('a word that is begun or has a typo is known', async () => {
  expect(await near('/en/docs/config')).toEqual(['/en/docs/operations/configuration'])
  expect(await near('/en/docs/bakcups')).toEqual(['/en/docs/operations/backups'])
})

test('words of Cyrillic addresses are known as pages have them', async () => {
  await site.edit({ 'ru/docs/2.operations/кэширование.md': page({ title: 'Кэширование' }) })
  expect(await near(`/docs/operations/${encodeURI('кэшировани')}`)).toEqual(['/docs/operations/keshirovanie'])
  expect(await near(`/docs/${encodeURI('Кэширование')}.html`)).toEqual(['/docs/operations/keshirovanie'])
})

test('no more than five are named, and none where nothing is near', async () => {
  expect(await near('/en/docs/start/zzz')).toHaveLength(5)
  for (const path of ['/en/docs/zzzz', '/en/blog/backups', '/backups', '/en/docs/%E0%A4%A', '/en/docs/constructor'])
    expect(await near(path)).toEqual([])
})

test('the beginning of very many words names none of their pages', async () => {
  const all = ['/en/docs/market', ...Array.from({ length: 600 }, (_, at) => `/en/docs/topic${at}`)]
  const docs = new Map(all.map((path) => [path, { path, title: 'A page' }]))
  const large = { byLocale: { ru: { docs: new Map() }, en: { docs } } }
  const found = async (path: string) => (await nearPages(large, 'en', path)).map((one) => one.path)
  expect(await found('/docs/topic')).toEqual([])
  expect(await found('/docs/topic599')).toEqual(['/en/docs/topic599'])
  expect(await found('/docs/topic/mark')).toEqual(['/en/docs/market'])
})

test('titles are shown as titles are, in the language of the page', async () => {
  const read = async (path: string) => (await site.app.request(path, { headers: { accept: 'text/html' } })).text()
  const english = await read('/en/docs/quick-start')
  expect(english).toContain('Quick <code>start</code>')
  expect(english).toContain('Perhaps you were looking for')
  expect(await read('/en/docs/old/backups')).toContain('Backups &lt;now&gt;')
  expect(await read('/docs/old/backups')).toContain('Возможно, вы искали')
  expect(await read('/docs/zzzz')).not.toContain('kurs-kept')
})

test('what is near follows the texts', async () => {
  expect(await near('/en/docs/telescope')).toEqual([])
  await site.edit({ 'en/docs/3.sky/telescope.md': page({ title: 'Telescope' }) })
  expect(await near('/en/docs/telescope')).toEqual(['/en/docs/sky/telescope'])
})
