import { afterEach, expect, test } from 'bun:test'
import { createTestSite, page, type TestSite, type TestSiteOptions } from '../../../../tests/site.ts'
import type { IngestReport } from '../ingest.ts'

let sites: TestSite[] = []
afterEach(async () => {
  for (const site of sites) await site.close()
  sites = []
})

type Files = NonNullable<TestSiteOptions['files']>

async function open(files: Files, env: Record<string, string> = {}): Promise<TestSite> {
  const site = await createTestSite({ files, env })
  sites.push(site)
  return site
}

const said = ({ problems }: IngestReport) => problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)

/** Returns the problems of one page beside `/docs/a`, which has a heading "map", and beside `/docs/f/b`. */
async function reportOf(text: string, more: Files = {}): Promise<string[]> {
  const site = await open({
    'ru/docs/a.md': page({}, '## map\n\nТекст.'),
    'ru/docs/1.f/b.md': page({}, 'Текст.\n\n### Вложенный раздел\n\nЕщё.'),
    ...more,
  })
  const report = await site.edit({ 'ru/docs/2.f2/index.md': page({}, text) })
  return said(report).filter((line) => line.startsWith('ru/docs/2.f2/index.md:'))
}

test('a link to a file leads to the address of its page, however the file is named', async () => {
  const files = { 'ru/docs/3.Guide/2.Web Hooks.md': page({}, '## One'), 'ru/docs/3.Guide/Замыкания.md': page({}) }
  const text =
    '[a](../Guide/Web%20Hooks.md#one) [b](../3.Guide/2.Web%20Hooks.md) [c](../Guide/Замыкания.md) [d](../A.md)'
  expect(await reportOf(text, files)).toEqual([])
  const [dead] = await reportOf('Text.\n\n[e](../Guide/Not-There.md)', files)
  expect(dead).toContain('ru/docs/2.f2/index.md:8: The link guide/not-there is dead: there is no such page')
})

test('an index page resolves links to files from its folder, in every output', async () => {
  const links = '[a](./b.md) [b](c/1.d.md#e) [c](../a.md) [d](../../blog/news/n.md) [e](index.md) [f](./g) [g](b.md)'
  const files = {
    'ru/docs/a.md': page({}),
    'ru/docs/g.md': page({}),
    'ru/docs/2.f2/1.b.md': page({}),
    'ru/docs/2.f2/c/d.md': page({}, '## E'),
    'ru/blog/news/n.md': page({ date: '2026-01-01' }),
  }
  expect(await reportOf(links, files)).toEqual([])
  const site = sites.at(-1)
  const html = await (await site?.app.request('/docs/f2'))?.text()
  const hrefs = [...(html ?? '').matchAll(/<a href="([^"]+)">([a-g])<\/a>/g)]
  expect(hrefs.map(([, href = '']) => new URL(href, 'http://x/docs/f2').pathname)).toEqual([
    '/docs/f2/b',
    '/docs/f2/c/d',
    '/docs/a',
    '/blog/news/n',
    '/docs/f2/',
    '/docs/g',
    '/docs/f2/b',
  ])
  const markdown = await (await site?.app.request('/docs/f2.md'))?.text()
  expect(markdown).toMatch(/\/docs\/f2\/b\).*\/docs\/f2\/c\/d#e\).*\/docs\/a\).*\/blog\/news\/n\).*\/docs\/f2\/\)/)
  expect(await reportOf('A.\n\n[a](./none.md)\n\n[b](../gone.md)\n\n[c](../../away.md)')).toEqual([
    'ru/docs/2.f2/index.md:8: The link f2/none is dead: there is no such page',
    'ru/docs/2.f2/index.md:10: The link gone is dead: there is no such page',
    'ru/docs/2.f2/index.md:12: The link ../away is dead: there is no such page',
  ])
  const far = `${'../'.repeat(12)}away.md`
  const [output] = await reportOf(`A.\n\n[a](${far})`)
  expect(output).toStartWith('ru/docs/2.f2/index.md:8: ')
})

test('a link beside a folder to a page in it gets a hint with the correct address', async () => {
  const site = await open({
    'en/docs/f/index.md': page({}, '[a](./b#c) [b](b)\n\n[c](./none)'),
    'en/docs/f/b.md': page({}, '## C'),
  })
  const { problems } = await site.ingest()
  expect(
    problems.filter(({ file }) => file === 'en/docs/f/index.md').map(({ line, hint }) => `${line}: ${hint}`),
  ).toEqual([
    '6: Write f/b#c: browsers resolve links of an index page from its parent folder.',
    '6: Write f/b: browsers resolve links of an index page from its parent folder.',
    '8: Correct the address, or add the missing page or file.',
  ])
})

test('addresses in tags and blocks stay beside the folder, and hints omit .md', async () => {
  const text = '<a href="b.md">a</a> <a href="f/b.md">b</a>\n\n::card{title="c" to="f/b.md"}\n::\n\n[d](b.md)'
  const site = await open({ 'en/docs/f/index.md': page({}, text), 'en/docs/f/b.md': page({}) })
  const { problems } = await site.ingest()
  expect(problems.map(({ line, message, hint }) => `${line}: ${message}. ${hint}`)).toEqual([
    '6: The link b.md is dead: there is no such page. Write f/b: browsers resolve links of an index page from its parent folder.',
  ])
  const markdown = await site.read('/en/docs/f.md')
  const output = [...markdown.matchAll(/(?:href="|to="|\]\()https:\/\/kurs.test([^")]+)/g)].map(([, path]) => path)
  expect(output).toEqual(['/en/docs/b', '/en/docs/f/b', '/en/docs/f/b', '/en/docs/f/b'])
})

test('valid links are not reported', async () => {
  const text = [
    'Текст. [a](/docs/a) [b](/docs/a#map) [c](/docs/f/b#вложенный-раздел) [d](/docs/f/b#%D0%B2%D0%BB%D0%BE%D0%B6%D0%B5%D0%BD%D0%BD%D1%8B%D0%B9-%D1%80%D0%B0%D0%B7%D0%B4%D0%B5%D0%BB)',
    '[e](./a) [f](f/b?x=1#) [g](/docs/a/) [h](/docs/a.md) [folder](/docs/f) [all](/docs) [top](#) [own](#own)',
    '[i](/) [j](/en) [k](/app/charts) [l](/app/enigma/BTCUSDT) [m](/blog) [n](/en/blog/feed.xml) [o](/search?q=a)',
    '[p](https://x.test/none) [q](//x.test/none) [r](mailto:a@b.test) [s](/favicon.svg) [other language](/en/docs/a#map)',
    '## Own',
    '![Picture](data:image/png;base64,AAAA){data-gallery="covers" data-slug="ticks"} [t](#ticks) [u](#covers-1)',
    '::card{title="A" to="/docs/a#map"}\n::',
    '<a name="old"></a> <a id="older"></a> [v](#old) [w](#older)',
    'A note[^1].\n\n[^1]: Text.',
  ].join('\n\n')
  expect(await reportOf(text)).toEqual([])
})

test('dead links, anchors and addresses of blocks are reported with their lines', async () => {
  const text =
    'Текст.\n\n[a](/docs/none) and\n[b](/docs/a#nothing)\n\n- [c](#absent)\n\n::card{title="D" to="../gone#x"}\n::\n\n<a href="/nowhere">e</a> [f](/files/none.pdf)'
  expect(await reportOf(text)).toEqual([
    'ru/docs/2.f2/index.md:8: The link /docs/none is dead: there is no such page',
    'ru/docs/2.f2/index.md:9: The page /docs/a has no anchor "nothing"',
    'ru/docs/2.f2/index.md:11: The page /docs/f2 has no anchor "absent"',
    'ru/docs/2.f2/index.md:13: The link ../gone#x is dead: there is no such page',
    'ru/docs/2.f2/index.md:16: The link /files/none.pdf is dead: there is no such page or file',
    'ru/docs/2.f2/index.md:16: The link /nowhere is dead: there is no such page',
  ])
})

test('the line is that of the link, not of code or text that looks like it', async () => {
  const text = 'See ./none in words.\n\n```md\n[a](./none)\n```\n\n[a](./3.none.md)'
  expect(await reportOf(text)).toEqual(['ru/docs/2.f2/index.md:12: The link f2/none is dead: there is no such page'])
})

test('a link to an address with a redirect rule is not dead', async () => {
  const rules = JSON.stringify({ '/old/**': { redirect: '/blog/**' }, '/docs/left': { redirect: '/docs/a' } })
  const site = await open(
    { 'ru/docs/a.md': page({}, '[a](/old/a) [b](/docs/left) [c](/docs/right)') },
    { ROUTE_RULES: rules },
  )
  expect(said(await site.ingest())).toEqual(['ru/docs/a.md:6: The link /docs/right is dead: there is no such page'])
})

test('a link to a page with errors names the file', async () => {
  const files = {
    'ru/docs/a.md': page({}, '[b](/docs/b)'),
    'ru/docs/b.md': '---\ntitle: B\ndraft: perhaps\n---\n\nText.',
  }
  const site = await open(files)
  expect(said(await site.ingest())[0]).toBe(
    'ru/docs/a.md:6: The link /docs/b leads to a page with errors: ru/docs/b.md',
  )
})

test('a link to a draft is dead', async () => {
  const draft = '---\ntitle: B\ndescription: B.\ndraft: true\n---\n\nText.'
  const site = await open({ 'ru/docs/a.md': page({}, '[b](/docs/b)'), 'ru/docs/b.md': draft })
  expect(said(await site.ingest())).toEqual(['ru/docs/a.md:6: The link /docs/b is dead: there is no such page'])
})

test('links to articles and to categories with a file or articles are valid', async () => {
  const site = await open({
    'ru/docs/a.md': page({}, '[a](/blog/news) [b](/blog/old) [c](/blog/none) [d](/blog/old/x) [e](/blog/old/y)'),
    'ru/categories/news.yml': 'title: News\n',
    'ru/blog/old/x.md': page({ date: '2026-01-01' }),
  })
  expect(said(await site.ingest()).filter((line) => line.includes('docs/a.md'))).toEqual([
    'ru/docs/a.md:6: The link /blog/none is dead: there is no such page',
    'ru/docs/a.md:6: The link /blog/old/y is dead: there is no such page',
  ])
})

test('editing a page reports dead links of others, and fixing it removes them', async () => {
  const site = await open({
    'ru/docs/a.md': page({}, '[b](/docs/b#one) [c](/docs/f)'),
    'ru/docs/b.md': page({}, '## One'),
  })
  expect(said(await site.ingest()).filter((line) => line.includes('is dead') || line.includes('anchor'))).toEqual([
    'ru/docs/a.md:6: The link /docs/f is dead: there is no such page',
  ])
  const renamed = await site.edit({ 'ru/docs/b.md': page({}, '## Two'), 'ru/docs/f/c.md': page({}) })
  expect(said(renamed).filter((line) => line.includes('a.md'))).toEqual([
    'ru/docs/a.md:6: The page /docs/b has no anchor "one"',
  ])
  const gone = await site.edit({ 'ru/docs/b.md': null, 'ru/docs/f/c.md': null })
  expect(said(gone).filter((line) => line.includes('a.md'))).toHaveLength(2)
  const mended = await site.edit({ 'ru/docs/b.md': page({}, '## One'), 'ru/docs/f/c.md': page({}) })
  expect(said(mended).filter((line) => line.includes('a.md'))).toEqual([])
})

test('lines of long escaped addresses are found among similar ones', async () => {
  const address = (word: string) => `/docs/${encodeURIComponent(`${word} раз`).replaceAll('%20', '-')}`
  const long = `/docs/${Array.from({ length: 10 }, () => encodeURIComponent('раз')).join('-')}`
  const others = Array.from({ length: 60 }, (_, at) => `(${address(`a-${at}`)})`).join(' ')
  const problems = await reportOf(`${others}\n\n[b](${long})`)
  expect(problems).toEqual([expect.stringContaining('2.f2/index.md:8: ')])
}, 60_000)
