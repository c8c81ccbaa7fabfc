import { expect, test } from 'bun:test'
import { createTestSite, page } from '../../../tests/site.ts'
import { collectionOf } from '../collections.ts'
import { readPage } from './read-page.ts'

function read(file: string, text: string) {
  const collection = collectionOf(file)
  if (collection?.kind !== 'docs' && collection?.kind !== 'blog') throw new Error(`No page: ${file}`)
  const result = readPage(collection, file, text)
  if (result.status === 'broken') throw new Error(result.problems.map(({ message }) => message).join())
  return result
}

test('a page is described by its first paragraph, wherever it stands, or not at all and with a note', () => {
  const below = read('en/docs/a.md', '# Title\n\n## Use\n\n![](/x.png)\n\n::note\nIn a *note*.\n::\n\nLater.\n')
  expect(below.page.common).toMatchObject({ title: 'Title', description: 'In a note.' })
  expect(below.warnings).toEqual([])
  const without = read('en/docs/a.md', '# Title\n\n## Use\n\n- A list.\n')
  expect(without.page.common.description).toBe('')
  expect(without.warnings).toMatchObject([{ field: 'description', line: 1, severity: 'warning' }])
})

test('an index page without a title is called after its folder, a language’s first after its kind', () => {
  expect(read('ru/docs/1.start/2.quick-start/index.md', 'Текст.').page.common.title).toBe('Quick Start')
  expect(read('ru/docs/1.start/1.index.md', 'Текст.').page.common.title).toBe('Start')
  expect(read('ru/docs/index.md', 'Текст.').page.common.title).toBe('Docs')
})

test('front matter may be written as other sites write it', () => {
  const front = 'title: 404\ndescription:\nhead:\n  - tag: title\nnavigation: { icon: false }\nupdated: ""\n'
  const { page } = read('en/docs/a.md', `---\n${front}---\n\nText.\n`)
  expect(page.common).toMatchObject({ title: '404', description: 'Text.', head: '[{"tag":"title"}]' })
  expect(page.updated).toBeNull()
})

test('a cover may be an address, or an address with its description', () => {
  const image = (fields: string) =>
    read('en/blog/news/a.md', `---\ndate: 2026-01-01\n${fields}---\n\nText.\n`).page.blog
  expect(image('image: { src: /a.png, alt: A }\n')?.image).toBe('{"src":"/a.png","alt":"A"}')
  expect(image('image: { src: /a.png, alt: A }\nimageAlt: B\n')?.image).toBe('{"src":"/a.png","alt":"B"}')
  expect(image('image: /a.png\n')?.image).toBe('{"src":"/a.png","alt":""}')
})

test('settings of folders and categories may leave out what can be derived; code in titles is code', async () => {
  const site = await createTestSite({
    files: {
      'ru/docs/1.a/.navigation.yml': 'icon: false\nnavigation: { title: Раздел, icon: i-lucide-box }\n',
      'ru/docs/1.a/1.b.md': page({ title: 'Метод `map`' }, '# Метод `map`\n\nТекст.'),
      'ru/docs/1.a/2.c.md': '## Только\n\n### заголовки\n',
      'ru/categories/big-news.yml': 'icon: i-lucide-box\n',
    },
  })
  expect((await site.ingest()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const html = await (await site.app.request('/docs/a/b')).text()
  expect(html).toContain('<title>Метод map')
  expect(html).toContain('Метод <code>map</code></h1>')
  expect(html).not.toContain('`map`')
  expect(html.match(/Метод <code>map<\/code><\/h/g)).toHaveLength(1)
  expect(html).toContain('Раздел')
  expect(await (await site.app.request('/blog/big-news')).text()).toContain('Big News')
  const bare = await (await site.app.request('/docs/a/c')).text()
  expect(bare).not.toMatch(/name="description"|docs-lead/)
  const markdown = await (await site.app.request('/docs/a/b.md')).text()
  expect(markdown.match(/^# /gm)).toHaveLength(1)
  await site.close()
})

test('a description taken from the text does not stand above it, one of its own does', async () => {
  const words = 'Одно предложение о странице.'
  const site = await createTestSite({
    files: {
      'ru/docs/a.md': `# A\n\n${words}\n`,
      'ru/docs/b.md': `---\ntitle: B\ndescription: Другими словами.\n---\n\n${words}\n`,
    },
  })
  const shown = async (path: string) => (await (await site.app.request(path)).text()).replace(/^.*<body/s, '')
  expect(await shown('/docs/a')).not.toContain('docs-lead')
  expect(await shown('/docs/a')).toContain(`<p>${words}</p>`)
  expect(await shown('/docs/b')).toMatch(/docs-lead"[^>]*>Другими словами\./)
  expect(await (await site.app.request('/docs/a')).text()).toContain(`name="description" content="${words}"`)
  await site.close()
})
