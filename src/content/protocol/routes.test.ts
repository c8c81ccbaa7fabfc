import { afterAll, beforeAll, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { load } from '../../../tests/golden.ts'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { collectionSchemas } from './schema.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'info.yml': 'phone: "1"\n',
      'ru/docs/1.start.md': page({ title: "It's -- начало" }, 'Слово 🚀\n\n::note\nДа; `--`\n::'),
      'ru/docs/2.draft.md': page({ title: 'Тайна', draft: true }),
      'en/docs/1.start.md': page({ title: 'Start' }),
      'ru/blog/news/a.md': page({ title: 'Новость', date: '2026-01-02' }),
    },
  })
})
afterAll(() => site.close())

async function dumpOf(path: string): Promise<string> {
  const response = await site.app.request(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const body = await response.text()
  expect(body).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  return gunzipSync(Buffer.from(body, 'base64')).toString()
}

test.each(collectionSchemas.map(({ name, table }) => [name, table]))(
  'both dumps of %s contain its rows',
  async (name, table) => {
    const lines = (await dumpOf(`/__nuxt_content/${name}/sql_dump?v=x`)).split('\n')
    const list: string[] = JSON.parse(await dumpOf(`/__nuxt_content/${name}/sql_dump.txt`))
    expect(lines).toEqual(list)
    const { rows } = await site.db.client.execute(`select * from "${table}" order by id`)
    expect(load(list, table)).toEqual(rows.map((row) => ({ ...row })))
    for (const line of lines) expect(line).toMatch(/ -- (structure|meta|[\w-]{43})$/)
  },
)

test('a draft is in no dump', async () => {
  const dump = await dumpOf('/__nuxt_content/docs_ru/sql_dump')
  expect(dump).toContain("It''s -- начало")
  expect(dump).not.toContain('Тайна')
})

test('the manifest has the version of the dump, and a new one after an edit', async () => {
  const manifest = async () => (await site.app.request('/__nuxt_content/manifest.json')).json()
  const before = await manifest()
  expect(await dumpOf('/__nuxt_content/docs_en/sql_dump')).toContain(before.checksums.docs_en)
  expect(before.collections.docs_en.fields).toMatchObject({ body: 'json', draft: 'boolean', updated: 'date' })
  expect(before.tables).toMatchObject({ docs_en: '_content_docs_en', info: '_content_info' })
  await site.edit({ 'en/docs/2.more.md': page({ title: 'More' }) })
  const after = await manifest()
  expect(after.checksums.docs_en).not.toBe(before.checksums.docs_en)
  expect(after.checksums.docs_ru).toBe(before.checksums.docs_ru)
  expect(after.checksumsStructure).toEqual(before.checksumsStructure)
  expect(await dumpOf('/__nuxt_content/docs_en/sql_dump')).toContain('More')
})

test('a client with the current dump gets a 304', async () => {
  const path = '/__nuxt_content/blog_ru/sql_dump.txt'
  await site.read(path)
  await site.pages.settled()
  const etag = (await site.app.request(path)).headers.get('etag') ?? ''
  expect((await site.app.request(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('an unknown collection is a 404', async () => {
  const response = await site.app.request('/__nuxt_content/users/sql_dump')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    error: true,
    statusCode: 404,
    message: expect.stringContaining('users'),
  })
})
