import { afterAll, beforeAll, expect, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'

let site: TestSite
beforeAll(async () => {
  const files = { ...categories, 'ru/blog/news/a.md': page({ title: 'Новость', date: '2026-01-01' }, 'Текст.') }
  site = await createTestSite({ files })
})
afterAll(() => site.close())

test.each(['/blog/news/a', '/en/blog/news/a'])('%s links to its Markdown and to assistants', async (path) => {
  const html = await site.read(path)
  const [, markdown = ''] = /<a class="copy-page" href="([^"]+)"/.exec(html) ?? []
  expect(markdown).toBe('/blog/news/a.md')
  const answer = await site.app.request(markdown)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/markdown')])
  const assistants = [...html.matchAll(/<a class="open-in" href="([^"]+)"/g)].map(([, href = '']) => href)
  expect(assistants).toHaveLength(2)
  for (const href of assistants) expect(href).toContain(encodeURIComponent(`https://kurs.test${markdown}`))
})
