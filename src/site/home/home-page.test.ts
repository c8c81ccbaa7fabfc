import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { categories, createTestSite, page, type TestSite, type TestSiteOptions } from '../../../tests/site.ts'

let site: TestSite | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

const texts = join(import.meta.dir, '../../../content')

/** Returns the main content of the landing page in one language. */
async function landing(locale: 'ru' | 'en', options: TestSiteOptions = {}): Promise<string> {
  site = await createTestSite(options)
  const html = await site.as({ cookie: `i18n_redirected=${locale}` }).read(locale === 'ru' ? '/' : '/en')
  return /<main.*<\/main>/s.exec(html)?.[0] ?? ''
}

test.each([
  ['ru', '', 'Следите за рынком <span>и проверяйте стратегии без риска</span>', 'Создать аккаунт'],
  ['en', '/en', 'Watch the market <span>and test strategies without risk</span>', 'Create account'],
] as const)('offers guests an account, a backtest and the chart: %s', async (locale, prefix, heading, account) => {
  const html = await landing(locale)
  expect(html).toContain(`<h1>${heading}</h1>`)
  const links = [...html.matchAll(/<a class="button [^>]*href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/gs)]
  const registrations = links.filter(([, href]) => href === `${prefix}/register`)
  expect(registrations.map(([, , words]) => words)).toEqual([account, account])
  for (const path of ['/bots/try', '/charts']) expect(html).toContain(`href="${prefix}${path}"`)
  expect(html).toContain('MIT')
})

test('a site with closed registration offers no account', async () => {
  const html = await landing('en', { isOpen: false })
  expect(html).not.toContain('/register')
  expect(html).toContain('href="/en/bots/try"')
})

const startArticles = [
  'markets/what-a-tick-is',
  'markets/moscow-time-and-markets',
  'markets/paper-trading-honestly',
  'engineering/why-a-backtest-flatters',
  'product/hello-kurs',
]

test('links five articles to start with, in reading order', async () => {
  const names = ['engineering/another', ...startArticles]
  const files = Object.fromEntries(names.map((name) => [`en/blog/${name}.md`, page({ date: '2026-11-01' })]))
  const html = await landing('en', { files: { ...categories, ...files } })
  const articles = [...html.matchAll(/<a href="\/en\/blog\/([\w-]+\/[\w-]+)">/g)].map(([, article]) => article)
  // The first step of the story is the first article too.
  expect(articles).toEqual(['markets/what-a-tick-is', ...startArticles])
})

test('the project has the articles to start with in both languages', async () => {
  for (const file of ['ru', 'en'].flatMap((locale) => startArticles.map((name) => `${locale}/blog/${name}.md`)))
    expect([file, await Bun.file(join(texts, file)).exists()]).toEqual([file, true])
})

test('with other texts, lists the newest articles', async () => {
  const files = { ...categories, 'en/blog/news/hello.md': page({ title: 'Hello', date: '2026-11-01' }) }
  expect(await landing('en', { files })).toMatch(/From the blog.*href="\/en\/blog\/news\/hello"/s)
})
