import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/index.md': page({ title: 'Документация', description: 'Карта разделов.' }),
      'en/docs/index.md': page({ title: 'Documentation' }),
      'ru/docs/1.start/.navigation.yml': 'title: Начало\n',
      'ru/docs/1.start/2.second.md': page({ title: 'Вторая [бета]', description: 'Первая строка.\n\nЕщё строка.' }),
      'ru/docs/1.start/10.tenth.md': page({ title: 'Десятая' }, '# Десятая\n\nСм. [вторую](./2.second.md#место).'),
      'ru/docs/1.start/3.only-russian.md': page({ title: 'Только по-русски' }, '[Поиск](/search) и `[код](/a)`'),
      'ru/docs/1.start/4.unlisted.md': page({ title: 'Не в меню', navigation: false }),
      'ru/docs/1.start/5.noindex.md': page({ title: 'Не для роботов', robots: 'noindex' }),
      'ru/docs/1.start/6.draft.md': page({ title: 'Черновик', draft: true }),
      'en/docs/1.start/1.first.md': page({ title: 'First' }),
      'en/docs/1.start/3.comments.md': page(
        { title: 'Comments' },
        'One <!-- `secret -->two `<!-- shown -->`\n\n<!--\nsecret\n\nsecret\n-->\n\n> <!-- secret\n> secret -->\n> said\n\n```html\n<!-- shown -->\n```',
      ),
      'en/docs/1.start/2.anchored.md': '# The `anchored` one {#own}\n\nText.\n',
      'ru/blog/news/hello.md': page({ title: 'Привет', date: '2026-11-01' }),
      'ru/blog/news/future.md': page({ title: 'Будущее', date: '2999-01-01' }),
      'ru/blog/news/unmapped.md': page({ title: 'Не в карте', date: '2026-11-02', sitemap: false }),
    },
  })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const text = async (path: string) => (await get(path)).text()

test('a page’s Markdown begins with its title, description and URL', async () => {
  expect(await text('/docs/start/only-russian.md')).toBe(
    '# Только по-русски\n\n> What it is about.\n\n<https://kurs.test/docs/start/only-russian>\n\n' +
      '[Поиск](https://kurs.test/search) и `[код](/a)`\n',
  )
})

test('a heading that repeats the title is omitted, and links between files become URLs', async () => {
  const markdown = await text('/docs/start/tenth.md')
  expect(markdown.match(/# Десятая/g)).toHaveLength(1)
  expect((await text('/en/docs/start/anchored.md')).match(/^# /gm)).toHaveLength(1)
  expect(markdown).toContain('[вторую](https://kurs.test/docs/start/second#место)')
})

test('author comments are in no Markdown, except comments in code', async () => {
  for (const path of ['/en/docs/start/comments.md', '/en/llms-full.txt']) {
    const markdown = await text(path)
    expect(markdown).not.toContain('secret')
    expect(markdown).toContain('One two `<!-- shown -->`\n')
    expect(markdown).toContain('> said\n')
    expect(markdown).toContain('```html\n<!-- shown -->\n```')
  }
})

test('the code of MDX is in no Markdown and in no list', async () => {
  const body = "import A from './a'\n\n{/* secret */}\n\nText <A />."
  const own = await createTestSite({ files: { 'en/docs/a.mdx': `---\ntitle: A\n---\n${body}` } })
  expect(await (await own.app.request('/en/docs/a.md')).text()).toEndWith(
    '<https://kurs.test/en/docs/a>\n\nText <A />.\n',
  )
  expect(await (await own.app.request('/en/llms.txt')).text()).toContain('- [A](https://kurs.test/en/docs/a.md): Text')
  await own.close()
})

test('the index, English pages and articles have Markdown too', async () => {
  expect(await text('/docs.md')).toStartWith('# Документация\n\n> Карта разделов.\n')
  expect(await text('/en/docs.md')).toContain('<https://kurs.test/en/docs>')
  expect(await text('/en/docs/start/first.md')).toStartWith('# First\n')
  expect(await text('/blog/news/hello.md')).toStartWith('# Привет\n')
})

test('Markdown names its page as canonical, so that search engines show the page', async () => {
  const response = await get('/en/docs/start/first.md')
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(response.headers.get('content-language')).toBe('en-US')
  expect(response.headers.get('link')).toBe('<https://kurs.test/en/docs/start/first>; rel="canonical"')
})

test('a page without a translation has its Markdown in its own language at both URLs', async () => {
  const response = await get('/en/docs/start/only-russian.md')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-language')).toBe('ru-RU')
  expect(response.headers.get('link')).toBe('<https://kurs.test/docs/start/only-russian>; rel="canonical"')
})

test('paths that are no page have no Markdown', async () => {
  for (const path of [
    '/docs/start/draft.md',
    '/blog/news/future.md',
    '/docs/nothing.md',
    '/docs/start.md',
    '/blog.md',
  ]) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test('llms.txt lists the documentation in reading order by sections, then the blog', async () => {
  const list = await text('/llms.txt')
  const lines = list.split('\n').filter((line) => /^(#|>|- )/.test(line))
  const page = (title: string, path: string, about = 'What it is about.') =>
    `- [${title}](https://kurs.test${path}.md): ${about}`
  expect(lines).toEqual([
    '# Курс',
    expect.stringMatching(/^> Курс — /),
    '## Документация',
    page('Документация', '/docs', 'Карта разделов.'),
    '## Начало',
    page('Вторая \\[бета\\]', '/docs/start/second', 'Первая строка. Ещё строка.'),
    page('Только по-русски', '/docs/start/only-russian'),
    page('Десятая', '/docs/start/tenth'),
    '## Блог',
    page('Привет', '/blog/news/hello'),
    '## Optional',
    '- [Вся документация одним файлом](https://kurs.test/llms-full.txt): те же страницы подряд, целиком',
    '- [English](https://kurs.test/en/llms.txt): список страниц на другом языке',
  ])
})

test('with many pages, llms.txt links to one list per section', async () => {
  const files = Object.fromEntries([
    ...Array.from({ length: 201 }, (_, at) => [
      `en/docs/${at % 2}.s${at % 2}/${at}.p.${at}.md`,
      page({ title: `P${at}` }),
    ]),
    ['en/docs/loose.md', page({ title: 'P-loose' })],
    ['en/docs/0.s0/hidden.md', page({ title: 'Hidden', robots: 'noindex' })],
    ['en/blog/news/a.md', page({ title: 'P-news', date: '2026-11-01' })],
  ])
  const large = await createTestSite({ files: { ...categories, ...files } })
  const ask = async (path: string) => await large.app.request(path)
  const linksIn = (list: string) =>
    [...list.matchAll(/^- \[.*?\]\(https:\/\/kurs\.test([^)]+)\)/gm)].map(([, to = '']) => to)
  const index = await (await ask('/en/llms.txt')).text()
  expect(index).toContain('- [S0](https://kurs.test/en/llms/docs/s0.txt): 101 pages\n')
  expect(index).toContain('- [P-loose](https://kurs.test/en/docs/loose.md)')
  const [first, ...others] = await Promise.all(
    linksIn(index)
      .filter((path) => path.includes('/llms/'))
      .map(async (path) => {
        const list = await ask(path)
        expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
        return list.text()
      }),
  )
  expect(first).toStartWith('# S0\n\n')
  const found = [index, first ?? '', ...others].flatMap((list) => list.match(/^- \[P[^\]]+\]/gm) ?? [])
  expect(new Set(found).size).toBe(203)
  expect(found.join()).not.toContain('Hidden')
  for (const none of ['/en/llms/docs/none.txt', '/en/llms/none.txt', '/llms/docs/s0.txt'])
    expect((await ask(none)).status).toBe(404)
  expect((await (await ask('/en/llms-full.txt')).text()).match(/^# P/gm)).toHaveLength(202)
  await large.close()
})

test('many articles, and many pages without a section, get their own list too', async () => {
  const [rooms, days] = [Array.from({ length: 201 }, (_, at) => at), Array.from({ length: 201 }, (_, at) => at)]
  const files = Object.fromEntries([
    ...rooms.map((at) => [`ru/docs/p${at}.md`, page({ title: `P${at}` })]),
    ...days.map((at) => [`ru/blog/news/a${at}.md`, page({ title: `A${at}`, date: '2026-11-01' })]),
  ])
  const large = await createTestSite({ files: { ...categories, ...files } })
  const ask = async (path: string) => (await large.app.request(path)).text()
  const index = await ask('/llms.txt')
  expect(index).toContain('(https://kurs.test/llms/docs.txt): 201 страница')
  expect(index).toContain('(https://kurs.test/llms/blog.txt): 201 страница')
  expect((await ask('/llms/docs.txt')).match(/^- \[P/gm)).toHaveLength(201)
  expect((await ask('/llms/blog.txt')).match(/^- \[A/gm)).toHaveLength(201)
  await large.close()
})

test('every page listed in llms.txt exists', async () => {
  for (const list of ['/llms.txt', '/en/llms.txt']) {
    const addresses = [...(await text(list)).matchAll(/\]\(https:\/\/kurs\.test([^)]+)\)/g)].map(
      ([, path = '']) => path,
    )
    expect(addresses.length).toBeGreaterThan(2)
    for (const path of addresses) expect((await get(path)).status, path).toBe(200)
  }
})

test('llms-full.txt has the documentation in reading order, each page with its URL', async () => {
  const whole = await text('/llms-full.txt')
  expect([...whole.matchAll(/^<https:\/\/kurs\.test(.*)>$/gm)].map(([, path]) => path)).toEqual([
    '/docs',
    '/docs/start/second',
    '/docs/start/only-russian',
    '/docs/start/tenth',
  ])
  expect(whole).toContain(`\n---\n\n${await text('/docs/start/only-russian.md')}`)
  expect(await text('/en/llms-full.txt')).toContain('# First\n')
})

test('lists for language models omit drafts, future pages and pages hidden from robots', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt', '/en/llms.txt', '/en/llms-full.txt']) {
    expect(await text(path)).not.toMatch(/Черновик|Будущее|Не в меню|Не для роботов|Не в карте/)
  }
})

test.each(['/llms.txt', '/en/llms-full.txt', '/docs/start/second.md'])(
  '%s is cached compressed until the content changes, and revalidated with a 304',
  async (path) => {
    await text(path)
    await site.pages.settled()
    const response = await get(path, { 'accept-encoding': 'br' })
    const etag = response.headers.get('etag') ?? ''
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(etag).toStartWith('W/"')
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  },
)

test('the lists are plain text, not indexed and in no sitemap', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt']) {
    const { headers } = await get(path)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  }
  expect(await text('/sitemap.xml')).not.toMatch(/llms|\.md<|_i18n|builds/)
})

test('an edit appears in the Markdown and the lists at once', async () => {
  const own = await createTestSite({ files: { ...categories, 'ru/docs/a.md': page({ title: 'Раньше' }) } })
  const ask = async (path: string) => (await own.app.request(path)).text()
  expect(await ask('/llms.txt')).toContain('Раньше')
  expect(await ask('/llms-full.txt')).toContain('Раньше')
  await own.pages.settled()
  await own.edit({ 'ru/docs/a.md': page({ title: 'Теперь' }) })
  for (const path of ['/llms.txt', '/llms-full.txt', '/docs/a.md']) {
    expect(await ask(path)).toContain('Теперь')
    expect(await ask(path)).not.toContain('Раньше')
  }
  await own.close()
})

test('a page links to its Markdown in the head, an untranslated page to the original’s', async () => {
  const link = (path: string) => `<link rel="alternate" type="text/markdown" href="https://kurs.test${path}"/>`
  expect(await text('/docs/start/second')).toContain(link('/docs/start/second.md'))
  expect(await text('/docs')).toContain(link('/docs.md'))
  expect(await text('/en/docs/start/only-russian')).toContain(link('/docs/start/only-russian.md'))
  expect(await text('/blog/news/hello')).toContain(link('/blog/news/hello.md'))
  expect(await text('/blog')).not.toContain('text/markdown')
})

test.each([
  ['/docs/start/second', '/docs/start/second.md'],
  ['/docs', '/docs.md'],
  ['/en/docs/start/only-russian', '/docs/start/only-russian.md'],
  ['/blog/news/hello', '/blog/news/hello.md'],
])('%s is Markdown for clients that prefer it and HTML for others, cached separately', async (path, file) => {
  for (const _ of ['rendered', 'from memory']) {
    const [markdown, page] = await Promise.all([get(path, { accept: 'text/markdown' }), get(path, { accept: '*/*' })])
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers.get('content-location')).toBe(file)
    expect(await markdown.text()).toBe(await text(file))
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const { headers } of [markdown, page]) expect(headers.get('vary')?.split(/, */)).toContain('Accept')
    await site.pages.settled()
  }
})

test('a path without Markdown is HTML for every client', async () => {
  for (const path of ['/', '/blog', '/docs/start/nothing']) {
    expect((await get(path, { accept: 'text/markdown' })).headers.get('content-type')).not.toContain('markdown')
  }
})

test('an edit appears in the Markdown at the page’s own URL at once', async () => {
  const own = await createTestSite({ files: { 'ru/docs/a.md': page({}, 'Раньше.') } })
  const ask = async () => (await own.app.request('/docs/a', { headers: { accept: 'text/markdown' } })).text()
  expect(await ask()).toContain('Раньше.')
  await own.pages.settled()
  await own.edit({ 'ru/docs/a.md': page({}, 'Теперь.') })
  expect(await ask()).toContain('Теперь.')
  await own.close()
})

test('pictures beside the text have the URLs at which they are served', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"/>'
  const body =
    '![A](images/a.svg) ![](./images/a.svg "B") ![](none.svg)\n\n:img{src="images/a.svg"}\n\n`![](images/a.svg)`'
  const own = await createTestSite({
    files: { ...categories, 'ru/docs/1.f/a.md': page({}, body), 'ru/docs/1.f/images/a.svg': drawing },
  })
  const ask = async (path: string) => (await own.app.request(path)).text()
  const markdown = await ask('/docs/f/a.md')
  const served = [...markdown.matchAll(/https:\/\/kurs\.test(\/images\/[0-9a-f]{16}\.svg)/g)].map(
    ([, path = '']) => path,
  )
  expect(served).toHaveLength(3)
  expect(await ask(served[0] ?? '')).toBe(drawing)
  expect(markdown).toContain('`![](images/a.svg)`')
  expect(await ask('/llms-full.txt')).toContain(served[0] ?? '-')
  await own.close()
})
