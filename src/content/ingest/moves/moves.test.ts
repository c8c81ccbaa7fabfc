import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite, type TestSiteOptions } from '../../../../tests/site.ts'
import { openDb } from '../../../db/client.ts'

setDefaultTimeout(60_000)

let sites: TestSite[] = []
afterEach(async () => {
  for (const site of sites) await site.close()
  sites = []
})

async function open(files: TestSiteOptions['files'], env: Record<string, string> = {}): Promise<TestSite> {
  const site = await createTestSite({ files: { ...categories, ...files }, env })
  sites.push(site)
  return site
}

/** Returns the status of an address and its redirect target */
async function at(site: TestSite, path: string): Promise<[number, string | null]> {
  const { status, location } = await site.get(path)
  return [status, location]
}

const said = async (site: TestSite) => {
  const { problems } = await site.ingest()
  return problems.map(({ file, line, message, severity }) => `${severity} ${file}:${line}: ${message}`)
}

test('old addresses in the front matter redirect to the page and its Markdown', async () => {
  const site = await open({
    'ru/docs/a.md': page({ redirect_from: ['/docs/old/', '/guide/старое', '/docs/f/g.md'] }),
    'en/docs/a.md': page({ redirect_from: '/docs/left' }),
    'ru/blog/news/x.md': page({ date: '2026-01-01', redirect_from: ['/blog/2020/x', '/blog/gone'] }),
  })
  for (const [from, to] of [
    ['/docs/old', '/docs/a'],
    ['/docs/old?from=mail', '/docs/a?from=mail'],
    ['/docs/old.md', '/docs/a.md'],
    ['/docs/f/g', '/docs/a'],
    [`/guide/${encodeURIComponent('старое')}`, '/docs/a'],
    ['/en/docs/left', '/en/docs/a'],
    ['/en/docs/left.md', '/en/docs/a.md'],
    ['/blog/2020/x', '/blog/news/x'],
    ['/blog/2020/x.md', '/blog/news/x.md'],
    ['/blog/gone', '/blog/news/x'],
  ] as const) {
    expect([from, ...(await at(site, from))]).toEqual([from, 301, to])
  }
  // An address without a page in its own language shows the other language, so a redirect of the other language
  // applies, too.
  expect(await at(site, '/docs/left')).toEqual([301, '/docs/a'])
  expect(await at(site, '/docs/none')).toEqual([404, null])
  const response = await site.app.request('/docs/old')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect((await site.app.request('/guide/none', { method: 'POST' })).status).not.toBe(301)
})

test('an address in another spelling redirects to the page, and links to it get a warning', async () => {
  const links = page({}, '[a](/docs/API/Form)\n\n[b](/docs/API/None)\n\n[c](./Апи)')
  const site = await open({
    'ru/docs/1.api/2.form.md': page({}),
    'en/docs/1.api/2.form.md': page({}),
    'ru/docs/api/index.md': page({}),
    'ru/docs/links.md': links,
    'ru/docs/draft.md': page({ draft: true }),
    'ru/docs/other.md': page({ redirect_from: '/docs/API/FORM' }),
    'ru/blog/news/x.md': page({ date: '2026-01-01' }),
  })
  for (const [from, to] of [
    ['/docs/API/Form?a=b', '/docs/api/form?a=b'],
    ['/docs/1.api/2.Form.md', '/docs/api/form.md'],
    ['/en/docs/Api/form', '/en/docs/api/form'],
    ['/docs/api/index', '/docs/api'],
    [`/docs/${encodeURIComponent('Апи')}`, '/docs/api'],
    ['/blog/News/X', '/blog/news/x'],
    // Old addresses in the front matter take precedence over recorded moves.
    ['/docs/API/FORM', '/docs/other'],
  ] as const) {
    expect([from, ...(await at(site, from))]).toEqual([from, 301, to])
  }
  for (const none of ['/docs/API/None', '/docs/Draft']) expect(await at(site, none)).toEqual([404, null])
  const ofLinks = (await said(site)).filter((line) => line.includes('links.md'))
  expect(ofLinks).toEqual([
    'warning ru/docs/links.md:6: The link /docs/API/Form leads to a page that has moved to /docs/api/form',
    'warning ru/docs/links.md:8: The link /docs/API/None is dead: there is no such page',
    'warning ru/docs/links.md:10: The link ./Апи leads to a page that has moved to /docs/api',
  ])
})

test('with trailing slashes an old address redirects in one step', async () => {
  const site = await open({ 'ru/docs/a.md': page({ redirect_from: '/docs/old' }) }, { SITE_TRAILING_SLASH: '1' })
  expect(await at(site, '/docs/old/')).toEqual([301, '/docs/a/'])
})

test('a renamed or moved page keeps its old address, and that of its Markdown', async () => {
  const [doc, article] = [page({ title: 'A' }), page({ title: 'X', date: '2026-01-01' })]
  const site = await open({ 'ru/docs/1.f/a.md': doc, 'en/blog/news/x.md': article })
  await site.edit({
    ...{ 'ru/docs/1.f/a.md': null, 'ru/docs/2.g/b.md': doc },
    ...{ 'en/blog/news/x.md': null, 'en/blog/news/y.md': article },
  })
  expect(await at(site, '/docs/f/a')).toEqual([301, '/docs/g/b'])
  expect(await at(site, '/docs/f/a.md')).toEqual([301, '/docs/g/b.md'])
  expect(await at(site, '/en/blog/news/x')).toEqual([301, '/en/blog/news/y'])
  expect(await at(site, '/docs/g/b')).toEqual([200, null])
})

test('a moved page is found whether the copy appears before or after the removal', async () => {
  const text = page({ title: 'A' })
  const site = await open({ 'ru/docs/a.md': text })
  await site.edit({ 'ru/docs/a.md': null })
  expect(await at(site, '/docs/a')).toEqual([404, null])
  await site.edit({ 'ru/docs/b.md': text })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/b'])
  await site.edit({ 'ru/docs/c.md': text })
  await site.edit({ 'ru/docs/b.md': null })
  expect(await at(site, '/docs/b')).toEqual([301, '/docs/c'])
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/c'])
})

test('chains of moves redirect in one step, follow edits and ignore moves back', async () => {
  const [text, edited] = [page({ title: 'A' }), page({ title: 'B' })]
  const site = await open({ 'ru/docs/a.md': text })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': text })
  await site.edit({ 'ru/docs/b.md': edited })
  await site.edit({ 'ru/docs/b.md': null, 'ru/docs/c.md': edited })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/c'])
  // From this edit on, the redirect comes from the front matter
  await site.edit({ 'ru/docs/c.md': null, 'ru/docs/d.md': page({ redirect_from: '/docs/c' }) })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/d'])
  const back = page({ title: 'E' })
  await site.edit({ 'ru/docs/e.md': back })
  await site.edit({ 'ru/docs/e.md': null, 'ru/docs/f.md': back })
  await site.edit({ 'ru/docs/f.md': null, 'ru/docs/e.md': back })
  expect(await at(site, '/docs/e')).toEqual([200, null])
  expect(await at(site, '/docs/f')).toEqual([301, '/docs/e'])
})

test('pages that name each other as old addresses redirect nowhere once both are gone', async () => {
  const site = await open({
    'ru/docs/a.md': page({ redirect_from: '/docs/b' }),
    'ru/docs/b.md': page({ redirect_from: '/docs/a' }),
  })
  expect(await at(site, '/docs/a')).toEqual([200, null])
  await site.edit({ 'ru/docs/b.md': null })
  expect(await at(site, '/docs/b')).toEqual([301, '/docs/a'])
  await site.edit({ 'ru/docs/a.md': null })
  expect(await at(site, '/docs/b')).toEqual([404, null])
})

test('a new page at an old address replaces the redirect', async () => {
  const text = page({ title: 'A' })
  const site = await open({ 'ru/docs/a.md': text, 'ru/docs/c.md': page({ redirect_from: '/docs/d' }) })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': text })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/b'])
  await site.edit({ 'ru/docs/a.md': page({ title: 'New' }), 'ru/docs/d.md': page({ title: 'New' }) })
  expect(await at(site, '/docs/a')).toEqual([200, null])
  expect(await at(site, '/docs/d')).toEqual([200, null])
})

test('a moved page redirects in its own language only', async () => {
  const [ru, en] = [page({ title: 'А' }), page({ title: 'A' })]
  const site = await open({ 'ru/docs/a.md': ru, 'en/docs/a.md': en })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': ru })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/b'])
  expect(await at(site, '/docs/a.md')).toEqual([301, '/docs/b.md'])
  expect(await at(site, '/en/docs/a')).toEqual([200, null])
  // The same text in the other language's folder is a different page.
  await site.edit({ 'en/docs/a.md': null, 'ru/docs/c.md': en })
  expect(await at(site, '/en/docs/a')).toEqual([301, '/en/docs/b'])
})

test('a page without a translation is found at its old address in both languages', async () => {
  const ru = page({ title: 'А' })
  const site = await open({ 'ru/docs/a.md': ru })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': ru })
  expect(await at(site, '/en/docs/a')).toEqual([301, '/en/docs/b'])
})

test('a cached page is replaced by an old address that is added later', async () => {
  const site = await open({ 'en/docs/old.md': page({}), 'ru/docs/a.md': page({}) })
  expect(await at(site, '/docs/old')).toEqual([200, null])
  await site.pages.settled()
  await site.edit({ 'ru/docs/a.md': page({ redirect_from: '/docs/old' }) })
  expect(await at(site, '/docs/old')).toEqual([301, '/docs/a'])
  await site.edit({ 'ru/docs/a.md': page({}) })
  expect(await at(site, '/docs/old')).toEqual([200, null])
})

test('drafts leave no old address and accept none', async () => {
  const [draft, text] = [page({ draft: true }), page({})]
  const site = await open({ 'ru/docs/a.md': draft, 'ru/docs/b.md': text })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/c.md': draft, 'ru/docs/b.md': null })
  for (const path of ['/docs/a', '/docs/b']) expect(await at(site, path)).toEqual([404, null])
  await site.edit({ 'ru/docs/d.md': page({ draft: true, redirect_from: '/docs/old' }) })
  expect(await at(site, '/docs/old')).toEqual([404, null])
})

test('a link to an old address is a warning with the new one, even in strict mode', async () => {
  const text = page({ title: 'A' })
  const site = await open({
    'ru/docs/a.md': text,
    'en/docs/a.md': page({}),
    'ru/docs/links.md': page({}, '[a](/docs/a) [b](/docs/old#part)\n\n[c](/en/docs/old)'),
    'ru/docs/c.md': page({ redirect_from: '/docs/old' }),
  })
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': text })
  expect(await said(site)).toEqual([
    'warning ru/docs/links.md:6: The link /docs/old#part leads to a page that has moved to /docs/c',
    'warning ru/docs/links.md:6: The link /docs/a leads to a page that has moved to /docs/b',
    'warning ru/docs/links.md:8: The link /en/docs/old leads to a page that has moved to /en/docs/c',
  ])
})

test('old addresses without effect are reported with their lines', async () => {
  const site = await open({
    'ru/docs/a.md': page({ redirect_from: ['/docs/b', '/en/docs/c', '/docs/e'] }),
    'ru/docs/b.md': page({ redirect_from: '/docs/e' }),
    'ru/docs/c.md': page({
      redirect_from: ['docs/x', '/wiki:x', 'https://other.test/y', '../z', '/docs/../w', '/docs/w#part', ''],
    }),
  })
  expect(await said(site)).toEqual([
    'warning ru/docs/a.md:4: /en/docs/c is an address of the other language and is ignored',
    'warning ru/docs/a.md:4: The old address /docs/b is the address of ru/docs/b.md, so the redirect is ignored',
    'warning ru/docs/b.md:4: The old address /docs/e is already set in ru/docs/a.md',
    'warning ru/docs/c.md:4: docs/x is read as /docs/x',
    ...['https://other.test/y', '../z', '/docs/../w', '/docs/w#part', ''].map(
      (bad) => `warning ru/docs/c.md:4: expected old addresses of this site, such as /docs/old-name, got "${bad}"`,
    ),
  ])
  expect(await at(site, '/docs/x')).toEqual([301, '/docs/c'])
  expect(await at(site, '/wiki:x')).toEqual([301, '/docs/c'])
  expect(await at(site, '/docs/e')).toEqual([301, '/docs/a'])
})

test('only the first fifty old addresses of a page are used', async () => {
  const many = Array.from({ length: 52 }, (_, at) => `/docs/old-${at}`)
  const site = await open({ 'ru/docs/a.md': page({ redirect_from: many }) })
  expect(await said(site)).toEqual(['warning ru/docs/a.md:4: Only the first 50 of 52 old addresses are used'])
  expect(await at(site, '/docs/old-49')).toEqual([301, '/docs/a'])
  expect(await at(site, '/docs/old-50')).toEqual([404, null])
})

test('at most 20,000 old addresses are stored; the oldest are deleted', async () => {
  const text = page({ title: 'A' })
  const site = await open({ 'ru/docs/a.md': text })
  const db = await openDb({ url: `file:${site.dataDir}/content.db` })
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)'
  await db.write(() =>
    db.client.execute(`insert into content_moves ${numbers} select '/docs/' || i, 'h' || i, null, -i from n`),
  )
  await db.close()
  await site.edit({ 'ru/docs/a.md': null, 'ru/docs/b.md': text })
  const [row] = await site.db.orm.all<{ rows: number; first: number }>(
    'select count(*) as rows, min(version) as first from content_moves',
  )
  expect(row).toEqual({ rows: 20_000, first: -19_999 })
  expect(await at(site, '/docs/a')).toEqual([301, '/docs/b'])
})
