import { afterAll, beforeAll, expect, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/a.md': page({
        title: 'Заголовок',
        seo: { title: 'Для поиска', description: 'Коротко о главном.' },
        ogImage: '/og-en.png',
        schemaOrg: { '@type': 'FAQPage', name: 'Вопросы </script>' },
      }),
      'ru/docs/b.md': page({ title: 'Тихая', robots: 'noindex', scrollToTop: false, colorMode: 'dark' }),
      'ru/docs/c.md': page({ title: 'Обычная', robots: { index: true } }),
      'ru/blog/news/d.md': page({
        title: 'Новость',
        date: '2026-01-02',
        colorMode: 'light',
        ogImage: { url: 'https://cdn.test/x.png', alt: 'Икс', width: 10, height: 20 },
      }),
    },
  })
})
afterAll(() => site.close())

test('front matter sets the title for search engines, the page keeps its own', async () => {
  const text = await site.read('/docs/a')
  expect(text).toMatch(/<title>Для поиска · Курс<\/title>/)
  expect(text).toContain('<meta name="description" content="Коротко о главном."/>')
  expect(text).toMatch(/<h1[^>]*>Заголовок/)
})

test('link previews show the picture that front matter names', async () => {
  expect(await site.read('/docs/a')).toContain('content="https://kurs.test/og-en.png"')
  const article = await site.read('/blog/news/d')
  expect(article).toContain('content="https://cdn.test/x.png"')
  expect(article).toContain('content="Икс"')
})

test("structured data from front matter is added to the page's own", async () => {
  const text = await site.read('/docs/a')
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
  const types = blocks.flat().map((block) => block['@type'])
  expect(types).toEqual(expect.arrayContaining(['TechArticle', 'FAQPage']))
  expect(JSON.stringify(blocks)).toContain('Вопросы </script>')
})

test('a page hidden from crawlers has a robots tag', async () => {
  expect(await site.read('/docs/b')).toMatch(/<meta name="robots" content="noindex[^"]*"\/>/)
  expect(await site.read('/docs/c')).not.toContain('name="robots"')
})

test('a forced color mode is marked, in whole pages and in partial loads', async () => {
  expect(await site.read('/docs/b')).toMatch(/<html[^>]* data-color-mode-forced="dark"[^>]* class="dark"/)
  expect(await site.read('/blog/news/d')).toMatch(/<html[^>]* data-color-mode-forced="light"/)
  const part = await site.app.request('/docs/b', { headers: { 'x-page-part': '' } })
  expect(await part.text()).toMatch(/<html[^>]* data-color-mode-forced="dark"/)
  expect(await site.read('/docs/c')).not.toContain('data-color-mode-forced')
})

test('a page that keeps the scroll position of the previous page is marked', async () => {
  expect(await site.read('/docs/b')).toMatch(/<html[^>]* data-keeps-scroll="true"/)
  expect(await site.read('/docs/c')).not.toContain('data-keeps-scroll')
})

test('a path is queried once for everything its page shows', async () => {
  // If the text exists only in the other language, the path is first looked up among moved pages, so there is one query
  // more.
  for (const [path, most] of [
    ['/docs/a', 1],
    ['/en/docs/a', 2],
    ['/blog/news/d', 1],
  ] as const) {
    site.pages.clear()
    // The first request also reads the list of pages, so it is sent before the queries are counted.
    await site.read('/docs/c')
    const { db } = site
    const { readOne } = db
    const { execute } = db.client
    let reads = 0
    db.readOne = (sql) => {
      reads += 1
      return readOne(sql)
    }
    db.client.execute = (statement: Parameters<typeof execute>[0]) => {
      reads += 1
      return execute.call(db.client, statement)
    }
    expect(await site.read(path)).toContain('<h1')
    Object.assign(db, { readOne })
    Object.assign(db.client, { execute })
    expect([path, reads]).toEqual([path, most])
  }
})
