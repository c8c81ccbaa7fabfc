import { afterEach, expect, test } from 'bun:test'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'

let site: TestSite
afterEach(() => site.close())

test('of two files with the same address the first by name gets it, in any order of arrival', async () => {
  site = await createTestSite({ files: { 'ru/docs/2.a.md': page({ title: 'Второй' }) } })
  const { problems } = await site.edit({ 'ru/docs/1.a.md': page({ title: 'Первый' }) })
  expect(problems).toMatchObject([{ file: 'ru/docs/2.a.md', severity: 'error' }])
  expect(await site.read('/docs/a')).toContain('<h1>Первый')
  expect((await site.edit({ 'ru/docs/1.a.md': null })).problems).toEqual([])
  expect(await site.read('/docs/a')).toContain('<h1>Второй')
})

test('an article without its category file is kept, and every run reports it', async () => {
  const category = 'title: Новости\ndescription: Свежее.\n'
  site = await createTestSite({
    files: { 'ru/categories/big-news.yml': category, 'ru/blog/big-news/a.md': page({ date: '2026-01-01' }) },
  })
  await site.edit({ 'ru/categories/big-news.yml': null })
  for (let run = 0; run < 2; run++) {
    const { problems } = await site.ingest()
    expect(problems).toMatchObject([{ field: 'category', message: 'There is no category "big-news"' }])
  }
  expect(await site.read('/blog/big-news')).toContain('href="/blog/big-news/a"')
  expect(await site.read('/blog/big-news/a')).toContain('Big news')
})

test('an article outside a category folder is refused, because it would have no address', async () => {
  site = await createTestSite({ files: {} })
  const article = page({ date: '2026-01-01' })
  const files = { 'ru/blog/a.md': article, 'ru/blog/news/index.md': article, 'ru/blog/news/deep/a.md': article }
  const { problems } = await site.edit(files)
  expect(problems.map(({ file, severity }) => [file, severity]).sort()).toEqual(
    Object.keys(files)
      .map((file) => [file, 'error'])
      .sort(),
  )
})

test('an unused picture is deleted, and a missing one is reported in every run', async () => {
  site = await createTestSite({ files: { 'ru/docs/a.md': page({}, '![Есть](/favicon.svg)') } })
  const pictures = async () => (await site.db.client.execute('select src from content_images')).rows.length
  expect(await pictures()).toBe(1)
  await site.edit({ 'ru/docs/a.md': page({}, 'Текст.\n\n![Нет](/none.png)') })
  expect(await pictures()).toBe(0)
  const missing = { file: 'ru/docs/a.md', line: 8, message: 'There is no picture /none.png', severity: 'warning' }
  expect((await site.ingest()).problems).toMatchObject([missing])
})
