import { afterAll, beforeAll, expect, onTestFinished, setDefaultTimeout, test } from 'bun:test'
import { readConfig } from '../src/config.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { sameOrigin } from './visitor.ts'

/* Tests that the site's name, description, separator, account and trailing slashes come from the configuration. */

setDefaultTimeout(60_000)

const files = {
  ...categories,
  'ru/docs/index.md': page({ title: 'Начало' }),
  'en/docs/index.md': page({ title: 'Beginning' }),
  'ru/docs/guide.md': page({ title: 'Проводник' }),
  'en/docs/guide.md': page({ title: 'Guide' }),
  'en/blog/news/first.md': page({ title: 'First', date: '2026-01-02', category: 'news' }),
}
const env = {
  SITE_NAME: 'Рубль & Ко',
  SITE_NAME_EN: 'Rouble & Co',
  SITE_DESCRIPTION: 'О деньгах.',
  SITE_DESCRIPTION_EN: 'About money.',
  SITE_SEPARATOR: '—',
  SITE_TWITTER: '@rouble',
}

let site: TestSite
let slashed: TestSite
beforeAll(async () => {
  site = await createTestSite({ files, env })
  slashed = await createTestSite({ files, env: { SITE_TRAILING_SLASH: '1' } })
})
test('a site without a configured description uses the default text', async () => {
  const html = await slashed.read('/')
  expect(html.match(/<meta name="description" content="([^"]*)"/)?.[1]).toContain('боты на учебных деньгах')
})

afterAll(async () => {
  await site.close()
  await slashed.close()
})

test('titles, previews and structured data use the configured values in both languages', async () => {
  const [russian, english] = [await site.read('/docs/guide'), await site.read('/en/docs/guide')]
  expect(russian).toContain('<title>Проводник — Рубль &amp; Ко</title>')
  expect(english).toContain('<title>Guide — Rouble &amp; Co</title>')
  for (const tag of [
    '<meta property="og:site_name" content="Rouble &amp; Co"/>',
    '<meta property="og:image:alt" content="About money."/>',
    '<meta name="twitter:site" content="@rouble"/>',
    '"name":"Rouble & Co"',
  ]) {
    expect(english.replaceAll('\\u0026', '&')).toContain(tag)
  }
  const home = await site.read('/en')
  expect(home).toContain('<meta name="description" content="About money."/>')
  expect(await site.read('/en/login')).toContain('— Rouble &amp; Co</title>')
  expect(await site.read('/nowhere')).toContain('— Рубль &amp; Ко</title>')
})

test('feeds and llms.txt files use the configured values', async () => {
  const feed = await site.read('/en/blog/feed.xml')
  expect(feed).toContain('— Rouble &amp; Co</title>')
  expect(feed).toContain('<author><name>Rouble &amp; Co</name></author>')
  expect(await site.read('/llms.txt')).toStartWith('# Рубль & Ко\n\n> О деньгах.\n')
  expect(await site.read('/en/llms.txt')).toStartWith('# Rouble & Co\n\n> About money.\n')
})

test('one name serves both languages unless English has its own; the default is the product’s', async () => {
  expect(readConfig({ SITE_NAME: 'Rouble' }).site.name).toEqual({ ru: 'Rouble', en: 'Rouble' })
  expect(readConfig({}).site).toMatchObject({ name: { ru: 'Курс', en: 'Kurs' }, separator: '·', trailingSlash: false })
  expect(() => readConfig({ SITE_TWITTER: 'rouble', SITE_TRAILING_SLASH: 'maybe' })).toThrow(
    /SITE_TWITTER=rouble: .*\n.*SITE_TRAILING_SLASH=maybe/,
  )
})

test('with trailing slashes configured, all page paths, redirects, sitemaps and feeds use them', async () => {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await slashed.app.request(path, init)
    return { status: response.status, location: response.headers.get('location') }
  }
  expect(await ask('/en/docs/guide?a=1')).toEqual({ status: 301, location: '/en/docs/guide/?a=1' })
  expect(await ask('/en/docs/guide//')).toEqual({ status: 301, location: '/en/docs/guide/' })
  for (const path of ['/en/docs/guide/', '/en/', '/docs/', '/en/login/']) {
    // Requests the page twice, because the second response comes from the cache.
    expect([path, (await ask(path)).status, (await ask(path)).status]).toEqual([path, 200, 200])
  }
  expect((await ask('/en/docs/guide')).status).toBe(301)
  expect((await ask('/nowhere/')).status).toBe(404)
  const html = await slashed.read('/en/docs/guide/')
  expect(html).toContain('<link rel="canonical" href="https://kurs.test/en/docs/guide/"/>')
  expect(html).toContain('hrefLang="ru" href="https://kurs.test/docs/guide/"')
  expect(html).toContain('property="og:url" content="https://kurs.test/en/docs/guide/"')
  expect(await slashed.read('/sitemap.xml')).toContain('<loc>https://kurs.test/docs/guide/</loc>')
  expect(await slashed.read('/en/blog/feed.xml')).toContain('href="https://kurs.test/en/blog/news/first/"')
  for (const file of ['/robots.txt', '/api/auth/me', '/healthz', '/builds/latest.json', '/docs/guide.md']) {
    expect([file, (await ask(file)).status]).toEqual([file, 200])
  }
  expect((await ask('/en/login', { method: 'POST', headers: sameOrigin })).status).not.toBe(301)
})

test('relative links in texts have the same target with trailing slashes', async () => {
  const text =
    '[file](b.md) [page](./f?a=1) [here](#b) [query](?a=1) [root](/docs/f) [out](https://b.test)\n\n`<a href="b">`\n\n'
  const cards = '::card{title="Card" to="f/b"}\n::\n\n::tabs\n::code-group\n[late](./f)\n::\n::\n'
  const given = {
    ...categories,
    'ru/docs/f/index.md': page({}, text + cards),
    'ru/docs/f/b.md': page({}, '[beside](./c)'),
    'ru/docs/f/c.md': page({}),
    'ru/blog/news/x.md': page({ date: '2026-01-02' }, '[y](y.md)'),
    'ru/blog/news/y.md': page({ date: '2026-01-02' }),
  }
  const [bare, behind] = await Promise.all([
    createTestSite({ files: given }),
    createTestSite({ files: given, env: { SITE_TRAILING_SLASH: '1' } }),
  ])
  onTestFinished(async () => void (await Promise.all([bare.close(), behind.close()])))
  for (const path of ['/docs/f', '/docs/f/b', '/blog/news/x']) {
    const [leads, leadsBehind] = [await linksOf(path, bare), await linksOf(`${path}/`, behind)]
    expect(leads.length).toBeGreaterThan(0)
    expect(leadsBehind).toEqual(leads)
  }
  expect(await linksOf('/docs/f/', behind)).toEqual([
    '/docs/f/b',
    '/docs/f?a=1',
    '/docs/f#b',
    '/docs/f?a=1',
    '/docs/f',
    'https://b.test',
    '/docs/f/b',
    '/docs/f',
  ])
})

/** Returns the link targets of a text, without trailing slashes */
async function linksOf(path: string, of: TestSite): Promise<string[]> {
  const [prose = ''] = /<div class="prose">[\s\S]*?<\/article>/.exec(await of.read(path)) ?? []
  return [...prose.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, written = '']) => {
    const { href, origin } = new URL(written.replaceAll('&amp;', '&'), `https://kurs.test${path}`)
    return (origin === 'https://kurs.test' ? href.slice(origin.length) : href).replace(/(?<=.)\/(?=$|[?#])/, '')
  })
}

test('without trailing slashes configured, pages redirect to paths without them', async () => {
  const response = await site.app.request('/en/docs/guide/?a=1')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/en/docs/guide?a=1'])
  expect(await site.read('/en/docs/guide')).toContain('<link rel="canonical" href="https://kurs.test/en/docs/guide"/>')
})

test('redirect rules apply before pages, after files, and at / once the language is known', async () => {
  const rules = {
    '/': { redirect: '/docs/guide' },
    '/old/**': { redirect: '/docs/**', status: 308 },
    '/forum': { redirect: 'https://forum.test/', status: 301 },
    '/favicon.ico': { redirect: '/docs' },
  }
  const ruled = await createTestSite({ files, env: { ROUTE_RULES: JSON.stringify(rules) } })
  onTestFinished(() => ruled.close())
  const ask = async (path: string, init?: RequestInit) => {
    const { status, headers } = await ruled.app.request(path, init)
    return [status, headers.get('location'), headers.get('cache-control')]
  }
  expect(await ask('/?a=1')).toEqual([307, '/docs/guide?a=1', 'no-store'])
  expect(await ask('/', { headers: { 'accept-language': 'en' } })).toEqual([302, '/en', 'no-store'])
  expect(await ask('/en')).toEqual([307, '/en/docs/guide', 'no-store'])
  expect(await ask('/old/guide/?a=1')).toEqual([301, '/old/guide?a=1', null])
  expect(await ask('/old/guide?a=1')).toEqual([308, '/docs/guide?a=1', 'public, max-age=3600'])
  expect(await ask('/old//evil.test', { method: 'HEAD' })).toEqual([308, '/docs/evil.test', 'public, max-age=3600'])
  expect(await ask('/en/old/guide?a=1')).toEqual([308, '/en/docs/guide?a=1', 'public, max-age=3600'])
  expect(await ask('/forum')).toEqual([301, 'https://forum.test/', 'public, max-age=3600'])
  expect((await ask('/favicon.ico'))[0]).toBe(200)
  expect((await ask('/forum', { method: 'POST', headers: sameOrigin }))[0]).toBe(404)
  const meta = await ruled.app.request('/_nuxt/builds/meta/test.json')
  expect(meta.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await meta.json()).matcher).toEqual({
    static: {
      '/': { redirect: '/docs/guide' },
      '/forum': { redirect: 'https://forum.test/' },
      '/favicon.ico': { redirect: '/docs' },
      '/en': { redirect: '/en/docs/guide' },
      '/en/forum': { redirect: 'https://forum.test/' },
      '/en/favicon.ico': { redirect: '/en/docs' },
    },
    wildcard: { '/old': { redirect: '/docs/**' }, '/en/old': { redirect: '/en/docs/**' } },
    dynamic: {},
  })
  // Client-side navigation handles these redirects, but leaves redirects to other sites to the browser.
  const roots = (locale: string) => `data-reading="${locale || '/'} ${locale}/docs* ${locale}/blog*`
  expect(await ruled.read('/docs/guide')).toContain(`${roots('')} / /old* !/forum /favicon.ico !/en/forum"`)
  expect(await ruled.read('/en/docs/guide')).toContain(
    `${roots('/en')} !/forum /en /en/old* !/en/forum /en/favicon.ico"`,
  )
})

test('embeddable hosts are a comma-separated list', () => {
  expect(readConfig({}).site.embeds).toEqual([])
  expect(readConfig({ EMBEDS: 'www.youtube.com, Player.vimeo.com ,a.test:8443,' }).site.embeds).toEqual([
    'www.youtube.com',
    'player.vimeo.com',
    'a.test:8443',
  ])
  for (const wrong of ['https://a.test', 'a.test/x', '*.a.test', 'a.test; script-src *', 'localhost']) {
    expect(() => readConfig({ EMBEDS: wrong })).toThrow('expected hosts such as www.youtube.com, separated by commas')
  }
  expect(() => readConfig({ EMBEDS: "'self'" })).toThrow("EMBEDS='self': has quotes around it: remove them")
  const many = (count: number) => Array.from({ length: count }, (_, at) => `h${at}.test`).join()
  expect(readConfig({ EMBEDS: many(50) }).site.embeds).toHaveLength(50)
  expect(() => readConfig({ EMBEDS: many(51) })).toThrow('51 hosts: expected at most 50')
})
