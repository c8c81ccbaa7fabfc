import { afterAll, beforeAll, expect, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../tests/site.ts'

const frame = (src: string, title = 'A film') => `<iframe src="${src}" title="${title}"></iframe>`

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'en/docs/plain.md': page({ title: 'Plain' }),
      'en/docs/both.md': page({}, `${frame('https://a.test/film')}\n\n${frame('https://c.test/')}`),
      'en/docs/written.md': page({}, '::card{embed title="Mine" to="//b.test:444/x"}\nWhat it shows.\n::'),
      'en/docs/other.md': page({}, `${frame('https://a.test.evil.test/')}\n\n${frame('http://a.test/')}`),
      'en/docs/named.md': page({}, frame('https://a.test@evil.test/')),
      'en/blog/news/film.md': page({ date: '2026-01-01' }, frame('https://a.test/film')),
    },
    env: { EMBEDS: ' A.test, b.test:444,a.test' },
  })
})
afterAll(() => site.close())

async function read(path: string, given: Record<string, string> = {}) {
  const { status, headers, html } = await site.get(path, given)
  const policy = headers.get('content-security-policy')?.split('; ') ?? []
  return {
    frames: policy.filter((directive) => directive.startsWith('frame-src')),
    sources: [...html.matchAll(/<iframe src="([^"]*)"/g)].map(([, src]) => src),
    html,
    headers,
    status,
  }
}

test("an allowed host is embedded, and the page's policy names only that host", async () => {
  // The second request is answered from the page cache
  for (const _ of [1, 2]) {
    const { frames, sources, html } = await read('/en/docs/both')
    expect(sources).toEqual(['https://a.test/film'])
    expect(frames).toEqual(['frame-src https://a.test'])
    expect(html).toContain('<a class="card-title" href="https://c.test/"')
  }
  expect((await read('/en/docs/written')).frames).toEqual(['frame-src https://b.test:444'])
  expect((await read('/en/blog/news/film')).frames).toEqual(['frame-src https://a.test'])
})

test('a 304 and a page shown in the other language have the policy too', async () => {
  const first = await read('/en/docs/both')
  await site.pages.settled()
  const etag = (await read('/en/docs/both')).headers.get('etag') ?? first.headers.get('etag') ?? ''
  const again = await read('/en/docs/both', { 'if-none-match': etag })
  expect(again.status).toBe(304)
  expect(again.frames).toEqual(['frame-src https://a.test'])
  const russian = await read('/docs/both')
  expect(russian.sources).toEqual(['https://a.test/film'])
  expect(russian.frames).toEqual(['frame-src https://a.test'])
})

test('an embed is sandboxed, titled and loaded lazily', async () => {
  const { html } = await read('/en/docs/written')
  expect(html).toContain(
    'src="https://b.test:444/x" title="Mine" loading="lazy" sandbox="allow-scripts allow-same-origin',
  )
  expect(html).not.toContain('allow-top-navigation')
  expect(html).toContain('<p>What it shows.</p>')
})

test('other hosts are not embedded, and pages with embeds are always loaded whole', async () => {
  for (const path of ['/en/docs/plain', '/en/docs/other', '/en/docs/named']) {
    const { frames, sources, html } = await read(path)
    expect([frames, sources]).toEqual([[], []])
    expect(html).toMatch(/<html[^>]* data-pages=/)
  }
  for (const name of ['x-nothing', 'x-page-part']) {
    expect((await read('/en/docs/both', { [name]: '' })).html).not.toMatch(/<html[^>]* data-(pages|reading)=/)
  }
})

test('authors are warned about frames shown as links, not about embedded ones', async () => {
  const { problems } = await site.ingest()
  const reported = problems.filter(({ message }) => message === 'An <iframe> is shown as a link')
  expect(reported.map(({ file, line, hint }) => `${file}:${line} ${hint}`)).toEqual([
    'en/docs/both.md:8 Add c.test to EMBEDS to embed it in the page.',
    'en/docs/named.md:6 Only HTTPS pages can be embedded, and only between blocks.',
    'en/docs/other.md:6 Add a.test.evil.test to EMBEDS to embed it in the page.',
    'en/docs/other.md:8 Only HTTPS pages can be embedded, and only between blocks.',
  ])
})
