import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'
import { sameOrigin } from '../../tests/visitor.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/index.md': page({ title: 'Документация' }),
      'en/docs/index.md': page({ title: 'Documentation' }),
      'ru/docs/1.start/1.first.md': page({ title: 'Первая', updated: '2026-11-01' }, '## Раздел\n\nТекст.'),
      'en/docs/1.start/1.first.md': page({ title: 'First' }),
      'ru/docs/1.start/2.only-russian.md': page({ title: 'Только по-русски' }),
      'en/docs/1.start/3.only-english.md': page({ title: 'Only English' }),
      'ru/blog/news/hello.md': page({ title: 'Привет <мир> & "все"', date: '2026-11-01' }),
      'en/blog/news/hello.md': page({ title: 'Hello', date: '2026-11-01' }),
      'ru/blog/news/draft.md': page({ title: 'Черновик', date: '2026-11-01', draft: true }, 'zzhidden'),
      'ru/blog/news/future.md': page({ title: 'Будущее', date: '2999-01-01' }, 'zzhidden'),
    },
  })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
const cookiesOf = (response: Response) => response.headers.getSetCookie().join('\n')

test("a first visit to / redirects to the browser's language, keeping the query", async () => {
  const response = await get('/?a=1', { 'accept-language': 'en-US,en;q=0.9' })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/en?a=1')
  expect(cookiesOf(response)).toMatch(/^i18n_redirected=en; Max-Age=31536000; Path=\/; SameSite=Lax/)
})

test('the remembered language overrides the browser’s', async () => {
  expect((await get('/', { 'accept-language': 'en', cookie: 'i18n_redirected=ru' })).status).toBe(200)
  expect((await get('/', { cookie: 'i18n_redirected=en' })).headers.get('location')).toBe('/en')
  expect((await get('/', { 'accept-language': 'en', cookie: 'i18n_redirected=fr' })).status).toBe(302)
})

test('an internal link to the Russian landing page works whatever is remembered', async () => {
  const remembered = { cookie: 'i18n_redirected=en', 'accept-language': 'en' }
  expect((await get('/', { ...remembered, ...sameOrigin })).status).toBe(200)
  expect((await get('/', { ...remembered, referer: 'http://localhost/en' })).status).toBe(200)
  expect((await get('/', { ...remembered, 'sec-fetch-site': 'none' })).status).toBe(302)
  expect((await get('/', { ...remembered, referer: 'https://other.test/' })).status).toBe(302)
  expect((await get('/', { ...remembered, referer: 'not an address' })).status).toBe(302)
})

test('the English landing page never redirects, whatever the browser prefers', async () => {
  expect((await get('/en', { 'accept-language': 'en-US' })).status).toBe(200)
  expect((await get('/en', { 'accept-language': 'ru', cookie: 'i18n_redirected=ru' })).status).toBe(200)
})

test('crawlers are never redirected', async () => {
  const response = await get('/', { 'accept-language': 'en', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  expect(response.status).toBe(200)
})

test('no other page redirects, and each remembers its own language', async () => {
  const russian = await get('/docs', { 'accept-language': 'en', cookie: 'i18n_redirected=en' })
  expect(russian.status).toBe(200)
  expect(cookiesOf(russian)).toContain('i18n_redirected=ru')
  expect(cookiesOf(await get('/en/docs', { cookie: 'i18n_redirected=ru' }))).toContain('i18n_redirected=en')
})

test('a prefetched page does not change the language', async () => {
  const beforehand = { 'x-page-part': '', cookie: 'i18n_redirected=en' }
  for (const visit of ['first', 'again']) {
    const part = await get('/docs', beforehand)
    expect([visit, part.status, part.headers.getSetCookie()]).toEqual([visit, 200, []])
    expect(cookiesOf(await get('/docs'))).toContain('i18n_redirected=ru')
  }
})

test('a page states its language, its canonical URL and its translations', async () => {
  const html = await text('/en/docs/start/first')
  expect(html).toContain('<html lang="en-US" dir="ltr"')
  expect(html).toContain('<link rel="canonical" href="https://kurs.test/en/docs/start/first"/>')
  for (const [hreflang, href] of [
    ['x-default', '/docs/start/first'],
    ['ru', '/docs/start/first'],
    ['ru-RU', '/docs/start/first'],
    ['en', '/en/docs/start/first'],
    ['en-US', '/en/docs/start/first'],
  ]) {
    expect(html).toContain(`hrefLang="${hreflang}" href="https://kurs.test${href}"`)
  }
  expect(html).toContain('<title>First · Kurs</title>')
})

test('a page without a translation is shown in its own language with a notice', async () => {
  const response = await get('/en/docs/start/only-russian')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('<html lang="en-US"')
  expect(html).toContain('Только по-русски')
  expect(html).toContain('fallback-notice')
  expect(html).toContain('<link rel="canonical" href="https://kurs.test/docs/start/only-russian"/>')
  expect(html).not.toContain('hrefLang="en"')
})

test('a page that exists in English only is shown in Russian too', async () => {
  const response = await get('/docs/start/only-english')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('rel="canonical" href="https://kurs.test/en/docs/start/only-english"')
})

test('a path with a trailing slash redirects to the path without it', async () => {
  const response = await get('/docs/?q=1')
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe('/docs?q=1')
  expect((await get('/en/')).headers.get('location')).toBe('/en')
  expect((await get('//evil.test/')).headers.get('location') ?? '').not.toMatch(/^\/\//)
})

test('an unknown path is a 404 that shows it, in the language of the path', async () => {
  const response = await get('/en/docs/nothing?x=1', { accept: 'text/html' })
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(html).toContain('Page not found: /en/docs/nothing?x=1')
  expect(html).toContain('Page Not Found')
  expect(html).toContain('<html lang="en-US"')
  expect(html).toContain('noindex')
})

test('crawlers get a text instead of the error page, API clients get JSON', async () => {
  const crawler = await get('/nothing', { 'user-agent': 'bingbot/2.0' })
  expect(crawler.status).toBe(404)
  expect(await crawler.text()).not.toContain('<html')
  const program = await get('/nothing', { accept: 'application/json' })
  expect(program.headers.get('content-type')).toContain('application/problem+json')
  expect(await program.json()).toMatchObject({ status: 404, detail: 'Page not found: /nothing' })
})

test('an internal error is a 500: the visitor gets no details, the log all of them', async () => {
  const broken = await createTestSite({ files: { 'ru/docs/a.md': page({}), 'ru/docs/b.md': page({}) } })
  new Database(join(broken.dataDir, 'content.db')).run(`update content_files set prose = '{"secret'`)
  const response = await broken.app.request('/docs/a', { headers: { accept: 'text/html' } })
  const html = await response.text()
  expect(response.status).toBe(500)
  expect(html).toContain('Internal Server Error')
  expect(html).not.toContain('JSON')
  expect(broken.logged()).toContain('"message":"Unhandled error"')
  expect(broken.logged()).toContain(`"requestId":"${response.headers.get('x-request-id')}"`)
  const crawler = await broken.app.request('/docs/b', { headers: { 'user-agent': 'Googlebot' } })
  expect(crawler.status).toBe(500)
  expect(await crawler.text()).toBe('Internal Server Error')
  await broken.close()
})

test('drafts and future pages appear nowhere', async () => {
  for (const path of ['/', '/blog', '/blog/news', '/sitemap.xml', '/blog/feed.xml', '/search?q=zzhidden']) {
    const body = await text(path)
    expect(body).not.toContain('Черновик')
    expect(body).not.toContain('Будущее')
  }
  expect((await get('/blog/news/draft')).status).toBe(404)
  expect((await get('/blog/news/future')).status).toBe(404)
  expect((await get('/docs/blog/news/draft.md')).status).toBe(404)
})

test('the sitemap lists each page once with its languages and date of change', async () => {
  const response = await get('/sitemap.xml')
  const xml = await response.text()
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(
    xml.match(/<loc>https:\/\/kurs.test\/docs\/start\/first<\/loc>\n {4}<lastmod>2026-11-01<\/lastmod>/),
  ).not.toBeNull()
  expect(xml).toContain('<xhtml:link rel="alternate" hreflang="en" href="https://kurs.test/en/docs/start/first"/>')
  expect(xml).not.toContain('only-english')
  expect(await text('/en/sitemap.xml')).toContain('<loc>https://kurs.test/en/docs/start/only-english</loc>')
})

test('the documentation has a generated index page if the content has none', async () => {
  const bare = await createTestSite({ files: {} })
  const empty = await bare.read('/docs')
  expect(empty).toContain('В документации пока нет страниц')
  expect(empty.match(/href="\/docs\/[^"]+"/g)).toBeNull()
  await bare.edit({ 'ru/docs/1.start/1.a.md': page({ title: 'Первая' }), 'ru/docs/2.b.md': page({ title: 'Вторая' }) })
  for (const prefix of ['', '/en']) {
    const response = await bare.app.request(`${prefix}/docs`)
    const html = await response.text()
    expect([response.status, html.match(/<h1/g)?.length]).toEqual([200, 1])
    expect(html).toContain(`class="card-title" href="${prefix}/docs/start/a"`)
    expect(html).toContain(`class="card-title" href="${prefix}/docs/b"`)
  }
  await bare.close()
})

test('the feed is Atom with escaped titles', async () => {
  const response = await get('/blog/feed.xml')
  expect(response.headers.get('content-type')).toContain('application/atom+xml')
  expect(await response.text()).toContain('<title>Привет &lt;мир&gt; &amp; &quot;все&quot;</title>')
  expect(await text('/en/blog/feed.xml')).toContain('<title>Hello</title>')
})

test('robots.txt names both sitemaps', async () => {
  expect(await text('/robots.txt')).toMatch(
    /Sitemap: https:\/\/kurs.test\/sitemap.xml\nSitemap: https:\/\/kurs.test\/en\/sitemap.xml/,
  )
})

test('search answers readers with a page and htmx with a fragment', async () => {
  const path = `/search?q=${encodeURIComponent('первая')}`
  expect(await text(path)).toContain('/docs/start/first')
  const { html, headers } = await site.part(path)
  expect(html).toContain('/docs/start/first')
  expect(html).not.toContain('<html')
  expect(headers.get('vary')).toContain('HX-Request-Type')
})

test('no query breaks the search', async () => {
  for (const query of [
    '',
    ' ',
    '"',
    '" OR *',
    'a AND NOT b',
    'NEAR(a b)',
    '^',
    "'; drop table",
    'ы'.repeat(10_000),
    '\u0000',
    '👩‍💻',
  ]) {
    expect((await get(`/search?q=${encodeURIComponent(query)}`)).status).toBe(200)
  }
})

test('a closed folder’s pages are served as a partial', async () => {
  const fragment = await text('/_partials/docs-sidebar?folder=docs%2F1.start&current=%2Fdocs')
  expect(fragment).toContain('/docs/start/first')
  expect(fragment).not.toContain('<html')
  expect((await get('/_partials/docs-sidebar?folder=nothing')).status).toBe(404)
})

test('a page’s Markdown can be read', async () => {
  const response = await get('/docs/start/first.md')
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await response.text()).toContain('## Раздел')
})

test('every response has the security headers', async () => {
  for (const path of ['/', '/docs', '/nothing', '/robots.txt', '/healthz', '/favicon.svg']) {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('each request is logged in one line with its id', async () => {
  const id = (await get('/search?q=log')).headers.get('x-request-id')
  expect(id).toBeTruthy()
  const line = site
    .logged()
    .split('\n')
    .find((candidate) => candidate.includes(`"requestId":"${id}"`))
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'info',
    message: 'request',
    method: 'GET',
    path: '/search',
    status: 200,
  })
})

test('health and readiness checks respond', async () => {
  expect((await get('/healthz')).status).toBe(200)
  expect(await (await get('/readyz')).json()).toEqual({
    status: 'ok',
    checks: { app: 'ok', content: 'ok', market: 'ok', ingest: 'ok' },
    feed: 'connecting',
  })
})

test('no path leads out of the public folder', async () => {
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/covers/..%5c..%5cpackage.json',
    '/%00.svg',
  ]) {
    expect((await get(path)).status).toBe(404)
  }
})
