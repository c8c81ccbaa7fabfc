import { afterEach, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageRow } from './queries.ts'
import { clauseWeight, weightOfTime } from './rank.ts'

let index: SearchIndex | undefined
afterEach(async () => {
  await index?.close()
  index = undefined
})

async function find(locale: Locale, query: string, ...pages: TestPage[]): Promise<string[]> {
  index = await createSearchIndex(locale, ...pages)
  return index.find(query)
}

const filler = (count: number, text: string): TestPage[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/docs/filler-${at}`, title: `Page ${at}`, text }))

test('a joined spelling that texts use less often than the separate words is ignored', async () => {
  const pages = [
    { path: '/docs/jsx', title: 'Functions', text: 'A dynamic part. Its className. A class. Some names.' },
    {
      path: '/docs/styles',
      title: 'Class and style',
      text: 'Long is what is to be said of it, and much of it has to do with other things than that which is asked.',
      headings: { Objects: 'Dynamic class names.', Lists: 'More class names.' },
    },
    { path: '/docs/moves', title: 'Moves', text: 'What its class names are.' },
  ]
  expect((await find('en', 'dynamic class names', ...pages))[0]).toBe('/docs/styles')
})

test('neighboring words that texts write as one word are found', async () => {
  const pages = [
    { path: '/docs/backup', title: 'Backups', text: 'A backup a day.' },
    { path: '/docs/other', title: 'Other', text: 'Go back. Up there.' },
  ]
  expect((await find('en', 'back up', ...pages))[0]).toBe('/docs/backup')
})

test('a word on most pages, such as the product name, weighs little', () => {
  const weightOf = (pages: number) => clauseWeight({ patterns: [], pages }, { total: 300 })
  expect(weightOf(300)).toBe(1)
  expect(weightOf(30)).toBeGreaterThan(3 * weightOf(280))
  expect(weightOf(1)).toBeGreaterThan(2 * weightOf(30))
})

test('a page titled with the doer (Watchers) is found by the verb (watch)', async () => {
  const pages = [
    { path: '/docs/refs', title: 'Template refs', text: 'Watch a ref.' },
    { path: '/docs/watchers', title: 'Watchers', text: 'They watch a ref, or what it is made of.' },
  ]
  expect((await find('en', 'watch a ref', ...pages))[0]).toBe('/docs/refs')
  await index?.put(...filler(12, 'A ref here.'))
  expect((await index?.find('watch a ref'))?.[0]).toBe('/docs/watchers')
})

test('a title with all parts of a dotted name ranks first, then one with some parts', async () => {
  const [some, none, all] = [
    {
      path: '/docs/meta',
      title: 'Import meta',
      text: 'Of all that is known of a module: import.meta.client and more.',
    },
    { path: '/docs/life', title: 'Lifecycle', text: 'Ask import.meta.client.', headings: { So: 'import.meta.client' } },
    { path: '/docs/client', title: 'import.meta.client', text: 'Whether it is the browser.' },
  ]
  expect(await find('en', 'import.meta.client', none, some)).toEqual([some.path, none.path])
  await index?.put(all)
  expect((await index?.find('import.meta.client'))?.[0]).toBe(all.path)
})

test('an overview page is named by its folder', async () => {
  const pages = [
    {
      path: '/docs/upgrade',
      title: 'Upgrading',
      text: 'To migrate from two.',
      headings: { Steps: 'Migrate, migrate.' },
    },
    {
      path: '/docs/migration/overview',
      title: 'Overview',
      text: 'How to migrate from two, in the order of the parts.',
    },
    { path: '/docs/migration/meta', title: 'Meta', text: 'Migrate them from two.' },
  ]
  expect((await find('en', 'migrate from two', ...pages))[0]).toBe('/docs/migration/overview')
  expect((await index?.find('migration'))?.[0]).toBe('/docs/migration/overview')
})

test('a sound-alike in the other alphabet is ignored if the typed word is common', async () => {
  const pages = [
    { path: '/docs/tags', title: 'getElementsByTagName()', text: 'Найти элемент по тегу; массив тоже.' },
    { path: '/docs/lists', title: 'Методы списков', text: 'Как найти элемент: массив, и в нём первый такой элемент.' },
    ...filler(8, 'Здесь элемент.'),
  ]
  expect((await find('ru', 'найти элемент в массиве', ...pages))[0]).toBe('/docs/lists')
})

test('a sound-alike in the other alphabet is found in titles if it is the only word', async () => {
  const pages = [...filler(8, 'В этом виде. Видео.'), { path: '/docs/video', title: '<video>', text: 'Видео.' }]
  expect((await find('ru', 'видео', ...pages))[0]).toBe('/docs/video')
})

test('all words scattered over a long page rank below most of them together', async () => {
  const page = {
    path: '/docs/indicator',
    title: 'LoadingIndicator',
    text: 'A loading bar between pages, for every page.',
  }
  const long = {
    path: '/docs/features',
    title: 'Features',
    headings: { One: 'Loading.', Two: 'On top.', Three: 'A bar.', Four: 'A page.' },
  }
  const top = { path: '/docs/top', title: 'Top of all', text: 'The top.' }
  expect((await find('en', 'loading bar at top of page', long, page, top))[0]).toBe(page.path)
})

test('many pages with all words do not hide a page whose title has most of them', async () => {
  const all = filler(12, 'A local picture. Found an error; then image and image.')
  const page = { path: '/docs/image', title: 'Image not found', text: 'There is no image. It was not found: an error.' }
  expect((await find('en', 'local image not found error', ...all, page))[0]).toBe(page.path)
})

test('among many pages with one of the words, those with it in the title come first', async () => {
  const pages = [
    ...filler(20, 'Кодировка, и более ничего.'),
    { path: '/docs/encoding', title: 'Кодировки', text: 'Чем буквы становятся.' },
    { path: '/docs/signs', title: 'Знаки', text: 'Юникод.' },
  ]
  const found = await find('ru', 'кодировка юникод', ...pages)
  expect(found.slice(0, 2)).toEqual(['/docs/signs', '/docs/encoding'])
})

test('a sentence as a title is not about each of its words; a one-word heading is', async () => {
  const pages = [
    { path: '/docs/error', title: 'Location header of the static redirect must be given', text: 'A redirect.' },
    { path: '/docs/routing', title: 'Routing', text: 'Ways.', headings: { Redirects: 'To another page.' } },
  ]
  expect((await find('en', 'redirects', ...pages))[0]).toBe('/docs/routing')
})

test('a title written as one identifier is filled by its parts', async () => {
  const pages = [
    { path: '/docs/experiments', title: 'Experiments', text: 'New.', headings: { Cookies: 'Cookies in browsers.' } },
    { path: '/docs/use-cookie', title: 'useCookie', text: 'Reads and writes them on both sides.' },
  ]
  expect((await find('en', 'cookies', ...pages))[0]).toBe('/docs/use-cookie')
})

test('a heading does not raise a page that hardly covers the subject', async () => {
  const pages = [
    { path: '/docs/inject', title: 'Injecting', text: 'Things.', headings: { 'Working with reactivity': 'Keep it.' } },
    {
      path: '/docs/depth',
      title: 'Reactivity in depth',
      text: 'Reactivity, what it is and does.',
      headings: { 'How reactivity works here': 'Reactivity works by tracking what reads.' },
    },
    ...filler(12, 'Things that work.'),
  ]
  expect((await find('en', 'how does reactivity work', ...pages))[0]).toBe('/docs/depth')
})

test('a page about the rarer of two words ranks among many that mention both', async () => {
  const pages = [
    { path: '/docs/config/alias', title: 'alias', text: 'Names for folders. An alias leads there.' },
    ...filler(12, 'A path, and an alias, among many other things that are written about here at length.'),
    ...filler(30, 'A path.').map((page, at) => ({ ...page, path: `/docs/path-${at}` })),
  ]
  expect((await find('en', 'path alias', ...pages)).slice(0, 3)).toContain('/docs/config/alias')
})

test.each([':', ' |', ' —'])('the part of a title before a «%s» names the subject of the page', async (sign) => {
  const pages = [
    { path: '/docs/c1', title: `Замыкания${sign} анонимные функции, что помнят своё окружение`, text: 'О них.' },
    { path: '/docs/c2', title: 'Функции и замыкания', text: 'Замыкания, снова замыкания.' },
  ]
  expect((await find('ru', 'замыкания', ...pages))[0]).toBe('/docs/c1')
})

test('stop words in capitals are not code, whatever punctuation surrounds them', async () => {
  const pages = [
    { path: '/docs/broadcasts', title: 'Broadcasts', text: 'A broadcast to all.' },
    { path: '/docs/buttons', title: 'Buttons', text: 'Of broadcasts.', headings: { 'Bytes are not letters': 'None.' } },
  ]
  expect((await find('en', 'broadcasts AND (NOT "*', ...pages))[0]).toBe('/docs/broadcasts')
})

test('words of comparison such as "vs" are not searched for', async () => {
  const pages = [
    { path: '/docs/reactive', title: 'Reactive state', text: 'First ref, then reactive.' },
    { path: '/docs/other', title: 'Other', text: 'Vs between versus; ref, reactive.' },
  ]
  expect((await find('en', 'reactive vs ref', ...pages))[0]).toBe('/docs/reactive')
  expect((await index?.find('reactive versus ref'))?.[0]).toBe('/docs/reactive')
})

test('error and contributing pages rank lower unless the query names their titles', async () => {
  const text = 'Layouts of pages, layouts.'
  for (const aside of ['contributing', 'community-work', 'reference/compiler-errors', 'runtime_warnings']) {
    const pages = [
      { path: `/docs/${aside}`, title: 'Other', text },
      { path: '/docs/z', title: 'More', text: `${text} There is more.` },
    ]
    expect([aside, (await find('en', 'layout pages', ...pages))[0]]).toEqual([aside, '/docs/z'])
    await index?.close()
  }
  const pages = [
    { path: '/docs/compiler-errors', title: 'Errors of layouts', text },
    { path: '/docs/a', title: 'More', text: `${text} Errors.` },
  ]
  expect((await find('en', 'errors of layouts', ...pages))[0]).toBe('/docs/compiler-errors')
  await index?.close()
  const halves = [
    { path: '/docs/errors', title: 'Layouts', text },
    { path: '/docs/a', title: 'Pages', text: `${text} And more that has to do with neither of them.` },
  ]
  expect((await find('en', 'layouts pages', ...halves))[0]).toBe('/docs/errors')
})

test('current pages rank above migration guides and changelogs', async () => {
  const same = { title: 'Page layouts', text: 'Layouts of pages.' }
  for (const past of ['migration/layouts', 'upgrade-guide/layouts', 'changelog', 'guides/upgrade-to/v4']) {
    const pages = [
      { path: `/docs/${past}`, ...same },
      { path: '/docs/z-layouts', ...same },
    ]
    expect([past, (await find('en', 'layout pages', ...pages))[0]]).toEqual([past, '/docs/z-layouts'])
    await index?.close()
  }
  index = undefined
  expect(weightOfTime({ path: '/docs/released' } as PageRow)).toBe(1)
})
