import { afterEach, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'
import { indexStatements } from './index-queries.ts'
import { searchContent } from './search.ts'

let indexes: SearchIndex[] = []
afterEach(async () => {
  for (const index of indexes) await index.close()
  indexes = []
})

async function open(...pages: TestPage[]): Promise<SearchIndex> {
  const index = await createSearchIndex('ru', ...pages)
  indexes.push(index)
  return index
}

async function rowsOf({ db }: SearchIndex): Promise<Record<string, unknown>> {
  const tables = ['search_pages', 'search_sections', 'search_words', 'search_variants', 'search_page_index_ru']
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  const { rows } = await db.client.execute(`select ${counts.join(', ')}`)
  return { ...rows[0] }
}

test('indexing a page again replaces its previous version', async () => {
  const index = await open({ path: '/docs/a', title: 'Старое имя', text: 'Прежний текст.', headings: { Раз: 'Слон.' } })
  await index.put({ path: '/docs/a', title: 'Новое имя', text: 'Другой абзац.' })
  expect(await index.find('слон')).toEqual([])
  expect(await index.find('прежний')).toEqual([])
  expect(await index.find('новое')).toEqual(['/docs/a'])
})

test('a removed page leaves nothing behind', async () => {
  const index = await open({ path: '/docs/a', title: 'Первая', text: 'Общее слово.' })
  const before = await rowsOf(index)
  await index.put({ path: '/docs/b', title: 'Вторая', text: 'Общее слово и редкость.', headings: { Ещё: 'Редкости.' } })
  await index.remove('/docs/b')
  expect(await rowsOf(index)).toEqual(before)
  expect(await index.find('редкость')).toEqual([])
  expect(await index.find('общее')).toEqual(['/docs/a'])
})

test('removing a page that is not in the index does nothing', async () => {
  const index = await open({ path: '/docs/a', title: 'Первая' })
  await index.remove('/docs/none')
  expect(await index.find('первая')).toEqual(['/docs/a'])
})

test('indexing the same page again changes nothing', async () => {
  const page = { path: '/docs/a', title: 'Первая', text: 'Настройки и ещё настройки.', headings: { Раз: 'Два.' } }
  const index = await open(page)
  const before = await rowsOf(index)
  await index.put(page)
  expect(await rowsOf(index)).toEqual(before)
})

test('a deleted word is not offered as a correction', async () => {
  const index = await open(
    { path: '/docs/a', title: 'Первая', text: 'Стоит комета.' },
    { path: '/docs/b', title: 'Вторая', text: 'Стоит конета.' },
  )
  expect(await index.find('комнета')).toEqual(['/docs/a'])
  await index.remove('/docs/a')
  expect(await index.find('комета')).toEqual(['/docs/b'])
})

test('languages in the same database do not see each other', async () => {
  const { db, find } = await open({ path: '/docs/a', title: 'Настройка config' })
  const [path, title] = ['/en/docs/b', 'Config']
  const sections = [{ id: path, title, titles: [], content: '', level: 1 }]
  await db.writeBatch(
    indexStatements(db, [{ locale: 'en', path, title, kind: 'docs', keywords: [], sections, links: [] }]),
  )
  expect(await find('config')).toEqual(['/docs/a'])
  const { groups } = await searchContent(db, { locale: 'en', query: 'config' })
  expect(groups.map((group) => group.path)).toEqual([path])
})

test('an inflection that is on no page is not offered, even if its stem is known', async () => {
  const index = await open(
    { path: '/docs/a', title: 'Первая', text: 'Стоит комета.' },
    { path: '/docs/b', title: 'Вторая', text: 'Полёт кометами.' },
  )
  const fresh = await open({ path: '/docs/a', title: 'Первая', text: 'Стоит комета.' })
  await index.put({ path: '/docs/b', title: 'Первая', text: 'Стоит комета.' })
  const known = async ({ db }: SearchIndex) =>
    (await db.client.execute('select word, stem, is_form from search_words order by word')).rows.map((row) => ({
      ...row,
    }))
  expect(await known(index)).toEqual((await known(fresh)).map((row) => expect.objectContaining(row)))
})

test('equal pages are ordered by address, not by time of indexing', async () => {
  const texts = { title: 'Одно и то же', text: 'Слово в слово.' }
  const index = await open({ path: '/docs/b', ...texts }, { path: '/docs/c', ...texts }, { path: '/docs/a', ...texts })
  expect(await index.find('слово')).toEqual(['/docs/a', '/docs/b', '/docs/c'])
})

test('duplicate sections of a page are shown once', async () => {
  const index = await open({ path: '/docs/a', title: 'Страница', headings: { 'Шаг 1': 'Гвоздь.' } })
  const { db } = index
  await db.client.execute(`update search_sections set address = '/docs/a#x', title = 'Шаг 1', content = 'Гвоздь.'`)
  const { groups } = await index.search('шаг')
  expect(groups.flatMap(({ hits }) => hits).length).toBe(1)
})

test('a page shows at most three sections, and an answer at most the requested pages', async () => {
  const headings = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Гвоздь ${at}`, `Текст ${at}.`]))
  const index = await open(
    { path: '/docs/a', title: 'Первая', headings },
    { path: '/docs/b', title: 'Вторая', headings },
    { path: '/docs/c', title: 'Третья', headings },
  )
  const { total, groups } = await index.search('гвоздь', 2)
  expect(total).toBe(27)
  expect(groups.map(({ hits }) => hits.length)).toEqual([3, 3])
})
