import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { suggestPages } from './suggest-pages.ts'

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
  const { status, html } = await site.get(path)
  expect(status).toBe(404)
  const [list = ''] = /<section class="error-near">[\s\S]*?<\/section>/.exec(html) ?? []
  return [...list.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
}

test('a missing page below /docs suggests pages whose paths share its words', async () => {
  expect(await near('/en/docs/guide/quick-start')).toEqual(['/en/docs/start/quick-start'])
  expect(await near('/en/docs/backups.html')).toEqual(['/en/docs/operations/backups'])
  expect(await near('/docs/admin/backups')).toEqual(['/docs/operations/backups'])
})

test('a word prefix and a word with a typo are recognized', async () => {
  expect(await near('/en/docs/config')).toEqual(['/en/docs/operations/configuration'])
  expect(await near('/en/docs/bakcups')).toEqual(['/en/docs/operations/backups'])
})

test('words of Cyrillic paths match their transliteration', async () => {
  await site.edit({ 'ru/docs/2.operations/кэширование.md': page({ title: 'Кэширование' }) })
  expect(await near(`/docs/operations/${encodeURI('кэшировани')}`)).toEqual(['/docs/operations/keshirovanie'])
  expect(await near(`/docs/${encodeURI('Кэширование')}.html`)).toEqual(['/docs/operations/keshirovanie'])
})

test('at most five pages are suggested, and none without a match', async () => {
  expect(await near('/en/docs/start/zzz')).toHaveLength(5)
  for (const path of ['/en/docs/zzzz', '/en/blog/backups', '/backups', '/en/docs/%E0%A4%A', '/en/docs/constructor'])
    expect(await near(path)).toEqual([])
})

test('a prefix shared by very many words suggests none of their pages', async () => {
  const all = ['/en/docs/market', ...Array.from({ length: 600 }, (_, at) => `/en/docs/topic${at}`)]
  const docs = new Map(all.map((path) => [path, { path, title: 'A page' }]))
  const large = { byLocale: { ru: { docs: new Map() }, en: { docs } } }
  const found = async (path: string) => (await suggestPages(large, 'en', path)).map((one) => one.path)
  expect(await found('/docs/topic')).toEqual([])
  expect(await found('/docs/topic599')).toEqual(['/en/docs/topic599'])
  expect(await found('/docs/topic/mark')).toEqual(['/en/docs/market'])
})

test('suggested titles are formatted like other titles, in the language of the page', async () => {
  const english = await site.read('/en/docs/quick-start')
  expect(english).toContain('Quick <code>start</code>')
  expect(english).toContain('Perhaps you were looking for')
  expect(await site.read('/en/docs/old/backups')).toContain('Backups &lt;now&gt;')
  expect(await site.read('/docs/old/backups')).toContain('Возможно, вы искали')
  expect(await site.read('/docs/zzzz')).not.toContain('kurs-kept')
})

test('suggestions follow changes of the content', async () => {
  expect(await near('/en/docs/telescope')).toEqual([])
  await site.edit({ 'en/docs/3.sky/telescope.md': page({ title: 'Telescope' }) })
  expect(await near('/en/docs/telescope')).toEqual(['/en/docs/sky/telescope'])
})
