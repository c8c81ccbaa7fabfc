import { afterEach, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'
import type { Locale } from '../../i18n/locales.ts'
import { keywordsOf } from './index-queries.ts'

let indexes: SearchIndex[] = []
afterEach(async () => {
  for (const index of indexes) await index.close()
  indexes = []
})

const open = (...pages: TestPage[]) => openIn('ru', ...pages)

async function openIn(locale: Locale, ...pages: TestPage[]): Promise<SearchIndex> {
  const index = await createSearchIndex(locale, ...pages)
  indexes.push(index)
  return index
}

test('a page is found by its keywords and by the words of its address', async () => {
  const index = await open(
    { path: '/docs/js/scopes', title: 'Области видимости', keywords: ['замыкание', 'closure'], text: 'Где что видно.' },
    { path: '/docs/js/other', title: 'Прочее', headings: { 'Что такое замыкание': 'И scopes, и замыкание.' } },
  )
  expect(await index.find('замыкания')).toEqual(['/docs/js/scopes', '/docs/js/other'])
  expect(await index.find('closure')).toEqual(['/docs/js/scopes'])
  expect(await index.find('scopes')).toEqual(['/docs/js/scopes', '/docs/js/other'])
})

test('the common first segment of all addresses finds nothing', async () => {
  const index = await open({ path: '/docs/js/scopes', title: 'Области видимости' })
  expect(await index.find('docs')).toEqual([])
})

test('keywords are a list or a comma-separated text; other values give none', () => {
  expect(keywordsOf({ keywords: ['cookie', ' куки ', '', 'cookie', 7] })).toEqual(['cookie', 'куки', '7'])
  expect(keywordsOf({ keywords: 'cookie, куки' })).toEqual(['cookie', 'куки'])
  expect([undefined, null, 'x', {}, { keywords: { a: 1 } }].map(keywordsOf)).toEqual([[], [], [], [], []])
})

test('at most fifty keywords of a page count', () => {
  expect(keywordsOf({ keywords: Array.from({ length: 80 }, (_, at) => `слово${at}`) }).length).toBe(50)
})

test.each(['array.map', 'Array.map()', 'Array.prototype.map', 'array[map]'])(
  '«%s» falls back to its parts',
  async (query) => {
    const index = await open(
      {
        path: '/docs/lists',
        title: 'Методы массивов',
        text: 'У каждого массива (Array) есть методы.',
        headings: { 'map()': 'Каждый по разу.' },
      },
      { path: '/docs/maps', title: 'Карты', text: 'Словарь, он же map.' },
    )
    expect((await index.find(query))[0]).toBe('/docs/lists')
  },
)

test('an exact spelling ranks above its parts', async () => {
  const index = await open(
    { path: '/docs/parts', title: 'Части', text: 'Здесь есть content и есть db. И ещё раз db.' },
    { path: '/docs/whole', title: 'Целое', text: 'Здесь есть content.db, а больше ничего такого нет.' },
  )
  expect(await index.find('content.db')).toEqual(['/docs/whole', '/docs/parts'])
})

test.each([
  ['вебсокеты', '/docs/websocket'],
  ['локалсторадж', '/docs/storage'],
  ['zamykaniya', '/docs/scopes'],
])('«%s» is found in the other alphabet', async (query, path) => {
  const index = await open(
    { path: '/docs/websocket', title: 'WebSocket', text: 'Соединение, которое не закрывают.' },
    { path: '/docs/storage', title: 'Хранилище', text: 'В браузере это localStorage.' },
    { path: '/docs/scopes', title: 'Области видимости', text: 'Там, где замыкания.' },
  )
  expect(await index.find(query)).toEqual([path])
})

test('stop words used as code count where titles have them', async () => {
  const index = await open(
    { path: '/docs/stacking', title: 'Контекст наложения', text: 'Контекст, this, контекст.' },
    { path: '/docs/functions', title: 'this: контекст выполнения функций', text: 'О функциях.' },
    { path: '/docs/loops', title: 'Цикл', text: 'Цикл, и ещё цикл.' },
    { path: '/docs/for-of', title: 'for...of', text: 'Цикл по значениям.' },
    { path: '/docs/tags', title: 'Устаревший тег', text: 'Тег a и другие.' },
    { path: '/docs/link', title: 'a', text: 'Тег ссылки.' },
  )
  const first = async (query: string) => (await index.find(query))[0]
  expect(await first('контекст this')).toBe('/docs/functions')
  expect(await first('цикл for of')).toBe('/docs/for-of')
  expect(await first('тег a')).toBe('/docs/link')
  expect(await first('тег <a>')).toBe('/docs/link')
  expect(await first('this')).toBe('/docs/functions')
  expect(await first('контекст')).toBe('/docs/stacking')
})

test('English stop words count where titles have them as code', async () => {
  const index = await openIn(
    'en',
    { path: '/docs/stacking', title: 'Stacking context', text: 'A context, this, a context. The context keyword.' },
    { path: '/docs/this', title: 'this', text: 'The this keyword refers to a context.' },
    { path: '/docs/functions', title: 'this: execution context of functions', text: 'About functions.' },
    { path: '/docs/keyword', title: 'Keyword', text: 'A keyword is a word that the language keeps, a keyword.' },
    { path: '/docs/loops', title: 'Loop', text: 'A loop, and once more a loop.' },
    { path: '/docs/for-of', title: 'for...of', text: 'A loop over values.' },
    { path: '/docs/array-of', title: 'Array.of()', text: 'Makes an array. Not a loop.' },
  )
  const first = async (query: string) => (await index.find(query))[0]
  expect(await first('this keyword')).toBe('/docs/this')
  expect(await first('for of loop')).toBe('/docs/for-of')
  expect(await first('loop for of')).toBe('/docs/for-of')
  expect(await first('context of functions this')).toBe('/docs/functions')
  expect(await first('keyword')).toBe('/docs/keyword')
  expect(await first('loop')).toBe('/docs/loops')
})

test('English stop words in prose do not count', async () => {
  const index = await openIn(
    'en',
    { path: '/docs/about', title: 'About', text: 'About hosting: who does the hosting.' },
    { path: '/docs/hosting', title: 'Hosting', text: 'How it is hosted.' },
    { path: '/docs/guide', title: 'Guide for beginners', text: 'A guide. There is hosting, too.' },
    { path: '/docs/hosting-guide', title: 'Hosting guide', text: 'All of it.' },
  )
  const first = async (query: string) => (await index.find(query))[0]
  expect(await first('about hosting')).toBe('/docs/hosting')
  expect(await first('guide for hosting')).toBe('/docs/hosting-guide')
})

test('a thing is found by a synonym of the name that the site uses', async () => {
  const index = await openIn(
    'en',
    { path: '/docs/modal', title: 'Modal', text: 'Asks before something is done.' },
    { path: '/docs/other', title: 'Other', text: 'Asks nothing.' },
  )
  expect(await index.find('dialog')).toEqual(['/docs/modal'])
  expect(await index.find('popup asks')).toEqual(['/docs/modal'])
})

test('synonyms are not searched if a title has the word as typed', async () => {
  const index = await openIn(
    'en',
    { path: '/docs/modal', title: 'Modal', text: 'Stands in front.' },
    { path: '/docs/dialog', title: 'Dialog', text: 'Words that go both ways.' },
  )
  expect(await index.find('dialog')).toEqual(['/docs/dialog'])
})

test.each([
  ['список', 'Массивы', 'массив'],
  ['ссылка', 'Адреса', 'адрес'],
  ['состояние', 'State', 'state'],
])('a page with a heading «%s» does not rank below one titled %s', async (query, title, word) => {
  const index = await open(
    { path: '/docs/other', title, text: `${word}, ${word} и ещё раз ${word}.` },
    { path: '/docs/asked', title: 'Разметка', text: 'О ней.', headings: { [query]: `Здесь ${query}.` } },
  )
  expect((await index.find(query))[0]).toBe('/docs/asked')
})
