import { expect, test } from 'bun:test'
import { createTestSite, page } from '../../../tests/site.ts'
import { collectionOf } from '../collections.ts'
import { searchContent } from '../search/search.ts'
import { readPage } from './read-page.ts'

function read(file: string, text: string) {
  const collection = collectionOf(file)
  if (collection?.kind !== 'docs' && collection?.kind !== 'blog') throw new Error(`No page: ${file}`)
  const result = readPage(collection, file, text)
  if (result.status === 'broken') throw new Error(result.problems.map(({ message }) => message).join())
  return result
}

test('a page without a description uses its first paragraph, or gets a warning', () => {
  const below = read('en/docs/a.md', '# Title\n\n## Use\n\n![](/x.png)\n\n::note\nIn a *note*.\n::\n\nLater.\n')
  expect(below.page.common).toMatchObject({ title: 'Title', description: 'In a note.' })
  expect(below.warnings).toEqual([])
  const without = read('en/docs/a.md', '# Title\n\n## Use\n\n- A list.\n')
  expect(without.page.common.description).toBe('')
  expect(without.warnings).toMatchObject([{ field: 'description', line: 1, severity: 'warning' }])
})

test('a page without a title uses its first heading if that is an h1', () => {
  const titleOf = (text: string) => read('en/docs/guide/props.md', text).page.common.title
  expect(titleOf('# The `props` {#props}\n\nText.')).toBe('The `props`')
  expect(titleOf('# `a` and ``b ` c``')).toBe('`a` and ``b ` c``')
  expect(titleOf('# *The* [`list`](/x)')).toBe('The `list`')
  expect(titleOf('<script setup>\nconst a = 1\n</script>\n\n# Component props {#props}\n\nText.')).toBe(
    'Component props',
  )
  expect(titleOf('![](/x.png)\n\nText.\n\n# Component props')).toBe('Component props')
  expect(titleOf('## First\n\n# Second')).toBe('Props')
})

test('a page below a site banner is titled by its own heading or file name', () => {
  const titleOf = (file: string, text: string) =>
    read(`en/docs/${file}`, `<h1 align="center">Swift</h1>\n\n${text}\n`).page.common.title
  expect(titleOf('Content-Type-Parser.md', '## `Content-Type` Parser')).toBe('`Content-Type` Parser')
  expect(titleOf('Plugins-Guide.md', "# The traveller's guide to plugins\n\n## More")).toBe(
    "The traveller's guide to plugins",
  )
  expect(titleOf('Server.md', 'Text.\n\n## Factory')).toBe('Server')
  expect(titleOf('Server.md', 'Text.')).toBe('Server')
  const own = '<h1 align="center">How to contribute</h1>\n\n## Setup\n'
  expect(read('en/docs/contribute.md', own).page.common.title).toBe('How to contribute')
  expect(titleOf('swift-server.md', '## Factory')).toBe('Swift Server')
  expect(titleOf('1.swift.md', '## Swift in short')).toBe('Swift')
  expect(titleOf('2.guide/index.md', '## Guide')).toBe('Swift')
})

test('the h1 of the title is not shown again and not a search result of its own', async () => {
  const text =
    '<script setup>\nconst a = 1\n</script>\n\n# Component props {#props}\n\nPassed down.\n\n## Use\n\nIn texts.\n'
  const site = await createTestSite({ files: { 'en/docs/guide/props.md': text } })
  const html = await site.read('/en/docs/guide/props')
  expect(html.match(/<h[12][^>]*>(?:(?!<\/h).)*Component props/g)).toHaveLength(1)
  const { groups } = await searchContent(site.db, { locale: 'en', query: 'passed down' })
  expect(groups.flatMap(({ hits }) => hits.map(({ id }) => id))).toEqual(['/en/docs/guide/props'])
  await site.close()
})

test('an untitled index page is named after its folder, and the root one after its kind', () => {
  expect(read('ru/docs/1.start/2.quick-start/index.md', 'Текст.').page.common.title).toBe('Quick Start')
  expect(read('ru/docs/1.start/1.index.md', 'Текст.').page.common.title).toBe('Start')
  expect(read('ru/docs/index.md', 'Текст.').page.common.title).toBe('Docs')
})

test('front matter accepts the forms used by other generators', () => {
  const front = 'title: 404\ndescription:\nhead:\n  - tag: title\nnavigation: { icon: false }\nupdated: ""\n'
  const { page } = read('en/docs/a.md', `---\n${front}---\n\nText.\n`)
  expect(page.common).toMatchObject({ title: '404', description: 'Text.', head: '[{"tag":"title"}]' })
  expect(page.updated).toBeNull()
})

const inDocs = (front: string) => read('en/docs/a.md', `---\n${front}\n---\n\nText.\n`)
const inBlog = (front: string) => read('en/blog/news/a.md', `---\n${front}\n---\n\nText.\n`)

test.each([
  ['2024-05-01', '2024-05-01T00:00:00.000Z', '2024-04-30T21:00:00.000Z'],
  ['2024-05-01 12:00', '2024-05-01T09:00:00.000Z', '2024-05-01T09:00:00.000Z'],
  ['2024-05-01 12:00:30', '2024-05-01T09:00:30.000Z', '2024-05-01T09:00:30.000Z'],
  ['2024-05-01T12:00:00', '2024-05-01T09:00:00.000Z', '2024-05-01T09:00:00.000Z'],
  ['2024-05-01T12:00:00.250', '2024-05-01T09:00:00.250Z', '2024-05-01T09:00:00.250Z'],
  ['2024-05-01T12:00Z', '2024-05-01T12:00:00.000Z', '2024-05-01T12:00:00.000Z'],
  ['2024-05-01 12:00:00 +05:00', '2024-05-01T07:00:00.000Z', '2024-05-01T07:00:00.000Z'],
  ['2026-02-14 23:30:00 -0800', '2026-02-15T07:30:00.000Z', '2026-02-15T07:30:00.000Z'],
  ['2026-02-14 23:30 +0530', '2026-02-14T18:00:00.000Z', '2026-02-14T18:00:00.000Z'],
  ['2026-02-14T23:30:00-08', '2026-02-15T07:30:00.000Z', '2026-02-15T07:30:00.000Z'],
  ['2026-02-14 23:30:00 UTC', '2026-02-14T23:30:00.000Z', '2026-02-14T23:30:00.000Z'],
  ['2023-01-29 18:30:22 2023 -0800', '2023-01-30T02:30:22.000Z', '2023-01-30T02:30:22.000Z'],
])('%s is a date, and in Moscow time if it has no offset', (written, stored, publicFrom) => {
  const { page, warnings } = inBlog(`date: ${written}`)
  expect([page.blog?.date, new Date(page.publishAt ?? 0).toISOString()]).toEqual([stored, publicFrom])
  expect(warnings).toEqual([])
  expect(inDocs(`updated: ${written}`).page.updated).toBe(stored)
})

test.each([
  ['2024/05/01', '2024-05-01'],
  ['2024-5-1', '2024-05-01'],
  ['1 May 2024', '2024-05-01'],
  ['May 01, 2024', '2024-05-01'],
  ['Sept 30 2024', '2024-09-30'],
  ['28 february, 2024', '2024-02-28'],
])('%s is the day %s in a form of other generators', (written, day) => {
  const { page, warnings } = inDocs(`date: ${written}\nupdated: ${written}`)
  expect(warnings).toEqual([])
  expect(page.updated).toBe(`${day}T00:00:00.000Z`)
  expect(new Date(page.publishAt ?? 0).getTime()).toBe(Date.parse(`${day}T00:00:00+03:00`))
})

test.each([
  '2024-02-30',
  '2024/02/30',
  '31 April 2024',
  '1 Brumaire 2024',
  '2024-05-01 25:00',
  '01.05.2024',
  '2024-05-01 noon',
  '2024-05-01 12:00 -9900',
  '2024-05-01 12:00:00 2023 -0800',
])('%s is not a date', (written) => {
  expect(() => inBlog(`date: ${written}`)).toThrow('expected a date such as 2026-11-20')
})

test('an invalid value of an optional field is dropped with a warning and its line', () => {
  const front = [
    'title: A',
    'description: [a]',
    'seo: { title: [b], description: Kept }',
    'navigation: 7',
    'toc: deep',
    'colorMode: purple',
  ]
  const { page, warnings } = inDocs(front.join('\n'))
  expect(page.common).toMatchObject({ title: 'A', description: 'Text.', navigation: null })
  expect(JSON.parse(page.common.seo)).toEqual({ title: 'A', description: 'Kept' })
  const said = warnings.map(({ line, field, message }) => `${line} ${field}: ${message}`)
  expect(said.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
    '3 description: expected text, got ["a"]',
    '4 seo.title: expected text, got ["b"]',
    '5 navigation: expected true, false or fields such as title, icon, badge, got 7',
    '6 toc: expected true, false or fields such as title, depth, searchDepth, got "deep"',
    '7 colorMode: expected light or dark, got "purple"',
  ])
  expect(inBlog('date: 2024-05-01\nimage: 5\ncategory: [a]').page.blog).toMatchObject({ category: 'news', image: null })
})

test('a field switched off as in other generators does not reject the page', () => {
  const { page, warnings } = inDocs('ogImage: false\nseo: false\nrobots: false')
  expect(page.common).toMatchObject({ ogImage: 'false', robots: 'false', title: 'A' })
  expect(warnings).toMatchObject([{ field: 'seo', line: 3, message: 'expected fields, got false' }])
})

test('robots rules may be a list, and invalid ones reject the page', () => {
  expect(inDocs('robots: [noindex, nofollow]').page.common.robots).toBe('"noindex, nofollow"')
  expect(() => inDocs('title: A\nrobots: 5')).toThrow('expected rules such as noindex, or true or false')
})

test('a page cannot force the color mode "system": its author gets a warning', () => {
  const { page, warnings } = inDocs('colorMode: system')
  expect(page.meta).toEqual({ colorMode: 'system' })
  expect(warnings).toMatchObject([{ field: 'colorMode', line: 2, message: expect.stringContaining('"system"') }])
})

test.each([
  ['title: [a]', 'expected text'],
  ['title: A\ndraft: perhaps', 'expected true or false'],
  ['title: A\ndescription: [a]\ndraft: perhaps', 'expected true or false'],
  ['title: A\nupdated: not a date', 'expected a date such as 2026-11-20, got "not a date"'],
  ['title: A\nupdated: 20.11.2026', 'expected a date such as 2026-11-20, got "20.11.2026"'],
  ['title: A\nredirect_from: 12', 'expected old addresses of this site, such as /docs/old-name, got 12'],
  ['title: A\nredirect_from: [/docs/b, 12]', 'expected old addresses of this site, such as /docs/old-name'],
  ['title: A\ndate: 2099-11-20 9:00', 'expected a date such as 2026-11-20'],
])('an invalid field without a fallback is an error of the file: %s', (front, message) => {
  expect(() => inDocs(front)).toThrow(message)
})

test('a cover may be an address, or an address with its description', () => {
  const image = (fields: string) =>
    read('en/blog/news/a.md', `---\ndate: 2026-01-01\n${fields}---\n\nText.\n`).page.blog
  expect(image('image: { src: /a.png, alt: A }\n')?.image).toBe('{"src":"/a.png","alt":"A"}')
  expect(image('image: { src: /a.png, alt: A }\nimageAlt: B\n')?.image).toBe('{"src":"/a.png","alt":"B"}')
  expect(image('image: /a.png\n')?.image).toBe('{"src":"/a.png","alt":""}')
})

test('settings of folders and categories have derived defaults; code in titles is code', async () => {
  const site = await createTestSite({
    files: {
      'ru/docs/1.a/.navigation.yml': 'icon: false\nnavigation: { title: Раздел, icon: i-lucide-box }\n',
      'ru/docs/1.a/1.b.md': page({ title: 'Метод `map`' }, '# Метод `map`\n\nТекст.'),
      'ru/docs/1.a/2.c.md': '## Только\n\n### заголовки\n',
      'ru/categories/big-news.yml': 'icon: i-lucide-box\n',
    },
  })
  expect((await site.ingest()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const html = await site.read('/docs/a/b')
  expect(html).toContain('<title>Метод map')
  expect(html).toContain('<h1><span>Метод <code>map</code></span></h1>')
  expect(html).not.toContain('`map`')
  expect(html.match(/Метод <code>map<\/code><\/span><\/h/g)).toHaveLength(1)
  expect(html).toContain('Раздел')
  expect(await site.read('/blog/big-news')).toContain('Big News')
  const bare = await site.read('/docs/a/c')
  expect(bare).not.toMatch(/name="description"|docs-lead/)
  const markdown = await site.read('/docs/a/b.md')
  expect(markdown.match(/^# /gm)).toHaveLength(1)
  await site.close()
})

test('a description derived from the text is not shown as the lead, an own one is', async () => {
  const words = 'Одно предложение о странице.'
  const site = await createTestSite({
    files: {
      'ru/docs/a.md': `# A\n\n${words}\n`,
      'ru/docs/b.md': `---\ntitle: B\ndescription: Другими словами.\n---\n\n${words}\n`,
    },
  })
  const shown = async (path: string) => (await site.read(path)).replace(/^.*<body/s, '')
  expect(await shown('/docs/a')).not.toContain('docs-lead')
  expect(await shown('/docs/a')).toContain(`<p>${words}</p>`)
  expect(await shown('/docs/b')).toMatch(/docs-lead"[^>]*>Другими словами\./)
  expect(await site.read('/docs/a')).toContain(`name="description" content="${words}"`)
  await site.close()
})

test.each([
  ['slug: other', 'slug', 'Rename the file'],
  ['permalink: /docs/other/', 'permalink', 'Rename the file'],
  ['sidebar:\n  order: 3', 'sidebar.order', 'Begin the name of the file with a number'],
  ['sidebar_position: 3', 'sidebar_position', 'Begin the name of the file with a number'],
  ['weight: 10', 'weight', 'Begin the name of the file with a number'],
  ['sidebar:\n  label: Short', 'sidebar.label', 'navigation: { title'],
  ['unlisted: true', 'unlisted', 'navigation: false'],
  ['published: false', 'published', 'draft: true'],
  ['aliases: [/old]', 'aliases', 'redirect_from'],
])('a field of another generator (%s) gets advice on how to write it here', (front, field, hint) => {
  expect(inDocs(`title: A\n${front}`).warnings).toMatchObject([
    {
      line: 3,
      field,
      severity: 'warning',
      message: expect.stringContaining('ignored'),
      hint: expect.stringContaining(hint),
    },
  ])
})

test('a field of another generator gets no advice if it has no effect', () => {
  const fields =
    'slug: a\npermalink: /docs/a/\nurl: /docs/a.html\nunlisted: false\npublished: true\naliases: []\nsidebar: {}'
  expect(inDocs(fields).warnings).toEqual([])
})

test('_index.md is its folder’s own page, like index.md', () => {
  const { page } = read('en/docs/2.guide/_index.md', 'Text. [a](./a.md)')
  expect(page.common).toMatchObject({ path: '/en/docs/guide', stem: 'en/docs/2.guide/index', title: 'Guide' })
  expect(page.body.value).toEqual([['p', {}, 'Text. ', ['a', { href: 'guide/a' }, 'a']]])
  expect(read('en/docs/a.md', '[g](2.guide/_index.md#b)').page.body.value).toEqual([
    ['p', {}, ['a', { href: 'guide/#b' }, 'g']],
  ])
})

test('.mdx and .markdown files are pages; their code is dropped with one warning per file', () => {
  const text = "---\ntitle: A\n---\nimport A from './a'\n\nexport const b = 1\n\n{/* Todo */}\n\nText {/* c */} of it."
  for (const [file, at] of [
    ['en/docs/a.mdx', '/en/docs/a'],
    ['en/docs/1.b/_index.markdown', '/en/docs/b'],
  ] as const) {
    const { page, warnings } = read(file, text)
    expect(page.common).toMatchObject({ path: at, description: 'Text of it.', extension: 'md' })
    expect(page.body.value).toEqual([['p', {}, 'Text  of it.']])
    expect(warnings).toEqual([
      {
        file,
        line: 4,
        message: 'MDX is not run: 2 imports or exports and 2 comments are left out',
        hint: 'Remove them, or use a block of the site instead.',
        severity: 'warning',
      },
    ])
  }
  expect(read('en/docs/a.md', 'See [b](./2.b.mdx#c) and [d](d.markdown).').page.body.value).toEqual([
    ['p', {}, 'See ', ['a', { href: './b#c' }, 'b'], ' and ', ['a', { href: 'd' }, 'd'], '.'],
  ])
})
