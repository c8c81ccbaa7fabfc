import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { href, paths } from '../../paths.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/1.a.md': page({ title: 'Что -- такое /* «Курс» */', navigation: { icon: 'i-lucide-star' } }),
      'ru/docs/2.b.md': page({ title: 'NULL' }),
      'ru/docs/3.c.md': page({ title: 'Черновик', draft: true }),
      'ru/docs/10.d.md': page({ title: "It's", navigation: false }),
    },
  })
})
afterAll(() => site.close())

function send(body: string, collection = 'docs_ru', init: RequestInit = {}) {
  const address = `${href(paths.contentQuery, { collection })}?v=whatever`
  return site.app.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...init,
  })
}
const ask = (sql: string, collection?: string) => send(JSON.stringify({ sql }), collection)
const rows = async (sql: string, collection?: string) => (await ask(sql, collection)).json()

test('rows are parsed JSON in the requested order, without drafts', async () => {
  const response = await ask('SELECT "path", "navigation", "draft" FROM _content_docs_ru ORDER BY stem ASC')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual([
    { path: '/docs/a', navigation: { icon: 'i-lucide-star' }, draft: false },
    { path: '/docs/d', navigation: false, draft: false },
    { path: '/docs/b', navigation: null, draft: false },
  ])
})

test('a whole row has its body and hash; a column with the text NULL is left out', async () => {
  const [row] = await rows(`SELECT * FROM _content_docs_ru WHERE ("path" = '/docs/b') ORDER BY stem ASC LIMIT 1`)
  expect(row).toMatchObject({ id: 'docs_ru/docs/2.b.md', body: { type: 'minimal' }, updated: null })
  expect(row.__hash__).toHaveLength(43)
  expect(row).not.toHaveProperty('title')
})

test('text in a value that looks like comments or statement ends is only a value', async () => {
  const find = (title: string) =>
    rows(`SELECT "path" FROM _content_docs_ru WHERE ("title" = '${title}') ORDER BY stem ASC`)
  expect(await find('Что -- такое /* «Курс» */')).toEqual([{ path: '/docs/a' }])
  expect(await find("It''s")).toEqual([{ path: '/docs/d' }])
  expect(await find("''; DROP TABLE _content_docs_ru; --")).toEqual([])
})

test('the navigation query of the protocol’s clients works', async () => {
  const found = await rows(
    `SELECT "navigation", "stem" FROM _content_docs_ru WHERE ("navigation" <> 'false' OR "navigation" IS NULL) ORDER BY "stem" ASC`,
  )
  expect(found.map(({ stem }: { stem: string }) => stem)).toEqual(['docs/1.a', 'docs/2.b'])
})

test('counts work with columns, DISTINCT, limit and offset', async () => {
  const count = (what: string, rest = '') =>
    rows(`SELECT COUNT(${what}) as count FROM _content_docs_ru ORDER BY stem ASC${rest}`)
  expect(await count('*')).toEqual([{ count: 3 }])
  expect(await count('navigation')).toEqual([{ count: 2 }])
  expect(await count('DISTINCT extension')).toEqual([{ count: 1 }])
  expect(await count('*', ' LIMIT 2')).toEqual([{ count: 3 }])
  // A count gives one row, and the offset skips it.
  expect(await count('*', ' LIMIT 2 OFFSET 1')).toEqual([])
})

test('data collections can be queried, and info has its own table', async () => {
  expect(await rows('SELECT "slug" FROM _content_categories_en ORDER BY stem ASC', 'categories_en')).toEqual([
    { slug: 'news' },
  ])
  expect((await ask('SELECT * FROM _content_info_data ORDER BY stem ASC', 'info')).status).toBe(200)
  expect((await ask('SELECT * FROM _content_info ORDER BY stem ASC', 'info')).status).toBe(400)
})

test('a refusal gives the reason and the position', async () => {
  const response = await ask('SELECT * FROM sqlite_master ORDER BY stem ASC')
  expect(response.status).toBe(400)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({
    error: true,
    statusCode: 400,
    statusMessage: 'Bad Request',
    message: 'Expected _content_docs_ru, the only table of this address, found «sqlite_master» at position 15',
  })
})

test.each([
  ['', 'no body'],
  ['SELECT 1', 'no JSON'],
  ['null', 'null'],
  ['[]', 'a list'],
  ['{}', 'no query'],
  ['{"sql":5}', 'a number'],
  ['{"sql":["SELECT"]}', 'a list of queries'],
])('a body without a query is a 400: %s', async (body) => {
  const response = await send(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: true,
    statusCode: 400,
    message: expect.stringContaining('"sql"'),
  })
})

test('an unknown collection is a 404 in the same format', async () => {
  for (const collection of ['nothing', 'content_files', '__proto__', 'docs_ru%22']) {
    const response = await send('{"sql":""}', collection)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: true, statusCode: 404, statusMessage: 'Not Found' })
  }
})

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is a 405 with the allowed method', async (method) => {
  const response = await send('', 'docs_ru', { method, body: undefined })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
  expect(await response.json()).toMatchObject({ statusCode: 405, message: 'HTTP method is not allowed.' })
})

test('a body that is too large is a 413, with a length header or streamed', async () => {
  const body = JSON.stringify({ sql: ' '.repeat(600_016) })
  const streamed = new Response(body).body ?? undefined
  for (const sent of [body, streamed]) {
    const response = await send('', 'docs_ru', { body: sent })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ statusCode: 413, message: expect.stringContaining('too large') })
  }
  const justFits = JSON.stringify({ sql: '' }).replace('""', `"${'x'.repeat(600_016 - 10)}"`)
  expect((await send(justFits)).status).toBe(400)
})

test('the only address has no language prefix', async () => {
  expect((await site.app.request('/en/__nuxt_content/docs_en/query', { method: 'POST' })).status).toBe(404)
})

test('an edit is visible in the next answer', async () => {
  const count = () => rows(`SELECT COUNT(*) as count FROM _content_docs_en ORDER BY stem ASC`, 'docs_en')
  expect(await count()).toEqual([{ count: 0 }])
  await site.edit({ 'en/docs/new.md': page({ title: 'New' }) })
  expect(await count()).toEqual([{ count: 1 }])
})
