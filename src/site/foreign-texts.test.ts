import { afterEach, expect, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite, type TestSiteOptions } from '../../tests/site.ts'
import { paths } from '../paths.ts'

let site: TestSite
afterEach(() => site.close())

const starts = ['/', '/en', '/docs', '/en/docs', '/blog', '/en/blog']

const foreign = {
  ...categories,
  'ru/docs/1.guide/1.begin.md': page({ title: 'Начало' }),
  'ru/docs/1.guide/2.further.md': page({ title: 'Дальше' }),
  'ru/blog/news/a.md': page({ date: '2026-01-01' }),
  'en/docs/1.guide/1.begin.md': page({ title: 'Begin' }),
}

test.each<[string, TestSiteOptions['files']]>([
  ['of somebody else', foreign],
  ['of one page', { 'en/docs/index.md': page({ title: 'All' }) }],
  ['that are none', {}],
])('the frame and the landing page have no dead link with texts %s', async (_, files = {}) => {
  site = await createTestSite({ files })
  for (const start of starts) {
    const response = await site.app.request(start, { headers: { cookie: 'i18n_redirected=ru' } })
    expect([start, response.status]).toEqual([start, 200])
    const links = [...(await response.text()).matchAll(/<a\b[^>]*? href="(\/[^"#]*)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(5)
    const answers = await Promise.all(
      [...new Set(links)].map(async (link) => [link, (await site.app.request(link.replaceAll('&amp;', '&'))).status]),
    )
    expect(answers.filter(([, status]) => Number(status) >= 400)).toEqual([])
  }
})

test('the landing page keeps features without guides, and links to existing guides', async () => {
  site = await createTestSite({ files: { ...foreign, 'ru/docs/trading/charts.md': page({ title: 'Графики' }) } })
  const html = await site.as({ cookie: 'i18n_redirected=ru' }).read('/')
  expect(html).toContain('href="/docs/trading/charts"')
  expect(html).not.toContain('href="/docs/trading/paper-bots"')
  expect(html).toContain('/screens/broadcasts-ru-light.webp')
  expect(html.match(new RegExp(`href="${paths.docs}"`, 'g'))?.length).toBeGreaterThan(2)
})
