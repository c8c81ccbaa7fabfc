import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { makeAdministrator } from '../../tests/administrator.ts'
import { createTestSite, page, type TestSite } from '../../tests/site.ts'
import { openDb } from '../db/client.ts'
import { createMissedQueries } from './missed-queries.ts'
import { countMissed, countVote, listMissed, listVotes } from './queries.ts'

setDefaultTimeout(60_000)

let ahead = 0
const now = () => Date.now() + ahead
let site: TestSite
let cookie = ''
beforeAll(async () => {
  site = await createTestSite({
    now,
    files: {
      'ru/docs/a.md': page({ title: 'Просадка' }, '[b](/docs/none)'),
      'en/docs/a.md': page({ title: 'Drawdown' }),
      'ru/docs/b.md': page({}),
      'ru/docs/c.md': page({}),
    },
  })
  cookie = (await makeAdministrator(site.appDb, 'editor')).cookie
})
afterAll(() => site.close())

const vote = (fields: Record<string, string>, headers: Record<string, string> = {}, prefix = '') =>
  site.post(`${prefix}/docs-vote`, fields, headers)
const report = async (prefix = '') => site.as({ cookie }).read(`${prefix}/admin/content`)
const votesOf = async (path: string) => (await listVotes(site.appDb)).find((row) => row.path === path)

test('a page asks whether it helped, with a form that needs no JavaScript', async () => {
  const html = await site.read('/en/docs/a')
  expect(html).toMatch(/<form class="page-vote" [^>]*action="\/en\/docs-vote" method="post">/)
  expect(html).toContain('<input type="hidden" name="page" value="/en/docs/a"/>')
  expect(html).toContain('Was this page helpful?')
  expect(await site.read('/docs/a')).toContain('Страница помогла?')
})

test('votes are counted without storing who voted', async () => {
  for (const helpful of ['yes', 'no']) {
    const answer = await vote({ page: '/en/docs/a', helpful }, {}, '/en')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/en/docs/a#kurs--voted'])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect(await votesOf('/en/docs/a')).toEqual({
    ...{ path: '/en/docs/a', helpful: 1, unhelpful: 1 },
    lastAt: expect.any(Number),
  })
})

test('only existing pages accept votes, and only yes or no', async () => {
  for (const fields of [
    { page: '/docs/none', helpful: 'yes' },
    { page: '/en/docs/b', helpful: 'yes' },
    { page: '/login', helpful: 'yes' },
    { page: '/docs/b', helpful: 'perhaps' },
    { page: '/docs/b' },
  ])
    expect((await vote(fields as Record<string, string>)).status).toBe(404)
  expect((await vote({ page: '/docs/b', helpful: 'yes' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await votesOf('/docs/b')).toBeUndefined()
})

test('a network may vote ten times at once, and once more a minute later', async () => {
  const proxied = await createTestSite({ now, trustsProxy: true, files: { 'ru/docs/a.md': page({}) } })
  const again = () =>
    proxied.post('/docs-vote', { page: '/docs/a', helpful: 'yes' }, { 'x-forwarded-for': '203.0.113.7' })
  const statuses: number[] = []
  for (let at = 0; at < 11; at++) statuses.push((await again()).status)
  ahead += 60_000
  statuses.push((await again()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429, 303])
  await proxied.close()
})

test('votes of 20,000 pages and 1,000 queries per language are stored; the oldest are dropped', async () => {
  const own = await createTestSite()
  const db = own.appDb
  const numbers = (most: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`
  await db.client.execute(`insert into page_votes ${numbers(20_000)} select '/docs/' || i, 1, 0, i from n`)
  await db.client.execute(`insert into missed_queries ${numbers(1000)} select 'ru', 'q' || i, 1, i from n`)
  await db.client.execute(`insert into missed_queries values ('en', 'other', 1, 0)`)
  await countVote(db, '/docs/new', false, 30_000)
  await countMissed(db, 'ru', 'new', 30_000)
  const first = async (sql: string) => Object.values((await db.client.execute(sql)).rows[0] ?? {}).slice(0, 2)
  expect(await first('select count(*), min(last_at) from page_votes')).toEqual([20_000, 2])
  expect(await first("select count(*), min(last_at) from missed_queries where locale = 'ru'")).toEqual([1000, 2])
  expect(await first("select count(*), min(last_at) from missed_queries where locale = 'en'")).toEqual([1, 0])
  await own.close()
})

async function collector() {
  let at = now()
  const { appDb: db, close } = await createTestSite()
  const missed = createMissedQueries({ db, log: { error: () => {} }, now: () => at })
  const note = (query: string, isFound = false, network = 'a') => missed.note({ network, locale: 'en', query, isFound })
  const counted = async () => {
    at += 5_000
    await missed.settle()
    const rows = await listMissed(db, 'en')
    return rows.map(({ query, times }) => `${query} ${times}`).sort()
  }
  return { db, missed, note, counted, close }
}

test('of a query typed letter by letter the last state counts, unless it finds something', async () => {
  const { note, counted, close } = await collector()
  for (const query of ['lev', 'leve', 'Lever  ', 'leverage', 'drawdow']) note(query)
  note('drawdown', true)
  note('leverage', false, 'b')
  for (const query of ['me@mail.test', '+7 912 345-67-89', 'x', ' ', 'y'.repeat(81)]) note(query, false, 'c')
  expect(await counted()).toEqual(['leverage 2'])
  await close()
})

test('beyond a thousand networks still typing, the longest waiting counts as done', async () => {
  const { note, missed, db, close } = await collector()
  for (let network = 0; network <= 1000; network++) note(`crowd ${network}`, false, String(network))
  await missed.settle()
  expect((await listMissed(db, 'en')).map(({ query }) => query)).toEqual(['crowd 0'])
  await close()
})

test('administrators see many problems grouped by kind, and all of one kind on request', async () => {
  const links = Array.from({ length: 250 }, (_, at) => `[a](/docs/none-${at})`).join(' ')
  const many = await createTestSite({
    files: { 'en/docs/a.md': page({}, links), 'en/docs/b.md': '---\ntitle: [a]\n---\n' },
  })
  const { cookie } = await makeAdministrator(many.appDb, 'editor')
  const first = await many.as({ cookie }).read('/en/admin/content')
  expect(first.match(/no such page/g)).toHaveLength(5)
  expect(first.indexOf('en/docs/b.md')).toBeLessThan(first.indexOf('en/docs/a.md'))
  const [, address = ''] = /href="([^"]*\?kind=[^"]*)"[^>]*>And 245 more problems/.exec(first) ?? []
  const asked = await many.as({ cookie }).read(address)
  expect(asked.match(/no such page/g)).toHaveLength(200)
  expect(asked).not.toContain('en/docs/b.md')
  const [, next = ''] = /href="(\?kind=[^"]*)"[^>]*>Next 50/.exec(asked) ?? []
  expect(
    (await many.as({ cookie }).read(`/en/admin/content${next.replaceAll('&amp;', '&')}`)).match(/no such page/g),
  ).toHaveLength(50)
  expect(await many.as({ cookie }).read('/en/admin/content?kind=none&from=-1')).toContain('en/docs/b.md')
  await many.close()
})

test('a closing site counts the searches that still wait', async () => {
  const closing = await createTestSite({ files: { 'en/docs/a.md': page({}) } })
  const beyond = await openDb({ url: `file:${join(closing.dataDir, 'app.db')}` })
  expect((await closing.app.request('/en/search?q=quaggas')).status).toBe(200)
  expect(await listMissed(beyond, 'en')).toEqual([])
  await closing.close()
  expect((await listMissed(beyond, 'en')).map(({ query }) => query)).toEqual(['quaggas'])
  await beyond.close()
})

test('administrators see problems, votes and searches without a hit, in both languages', async () => {
  const empty = await createTestSite({ files: { 'en/docs/a.md': page({}) } })
  const { cookie: own } = await makeAdministrator(empty.appDb, 'editor')
  const nothing = await empty.as({ cookie: own }).read('/en/admin/content')
  for (const words of ['No problems in the last import', 'No votes yet', 'Every search so far'])
    expect(nothing).toContain(words)
  await empty.close()

  await vote({ page: '/docs/c', helpful: 'no' })
  await site.app.request('/search?q=маржинколл')
  ahead += 5_000
  for (const [prefix, words] of [
    ['', ['Неполадки загрузки', 'Не помогла', 'Поиск без результатов']],
    ['/en', ['Problems in the last import', 'Not helpful', 'Searches with no results']],
  ] as const) {
    const html = await report(prefix)
    for (const word of [...words, 'ru/docs/a.md:6', 'no such page', '/docs/c', 'маржинколл'])
      expect(html).toContain(word)
  }
  await site.edit({ 'ru/docs/a.md': page({ title: 'Просадка' }) })
  expect(await report()).toContain('Последняя загрузка прошла без замечаний')
})
