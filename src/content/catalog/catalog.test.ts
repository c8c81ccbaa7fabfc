import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { findSchema } from '../protocol/schema.ts'
import { flattenTree, type NavigationItem } from './navigation-item.ts'
import { type SearchSectionsOptions, searchSections } from './search-sections.ts'
import { navigation, type SurroundingsOptions, surroundings } from './surroundings.ts'

setDefaultTimeout(60_000)

const files = {
  ...categories,
  'ru/docs/index.md': page({ title: 'Документация' }),
  'ru/docs/2.start/.navigation.yml': 'title: Начало\nicon: i-start\n',
  'ru/docs/2.start/10.ten.md': page({ title: 'Десять', navigation: { icon: 'i-ten' } }),
  'ru/docs/2.start/9.nine.md': page({ title: 'Девять', updated: '2026-01-02' }),
  'ru/docs/2.start/11.away.md': page({ title: 'Нет', navigation: false }),
  'ru/docs/2.start/12.draft.md': page({ title: 'Черновик', draft: true }),
  'ru/docs/3.hidden/.navigation.yml': 'navigation: false\n',
  'ru/docs/3.hidden/1.a.md': page({ title: 'Скрыто' }),
  'ru/docs/10.api/index.md': page({ title: 'Справочник' }),
  'ru/docs/10.api/1.ref.md': page(
    { title: 'Ref', description: 'About it.' },
    'About it.\n\n## A\n\n| a | b |\n|---|---|\n| c | d |\n\n```ts\nconst e = 1\n```\n\n### B\n\nb',
  ),
  'en/docs/1.start/.navigation.yml': 'title: Start\n',
  'en/docs/1.start/1.first.md': page({ title: 'First' }),
  'ru/blog/news/a.md': page({ title: 'Новость', date: '2026-01-01' }),
}

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ files })
})
afterAll(() => site.close())

function schemaOf(name: string) {
  const schema = findSchema(name)
  if (!schema) throw new Error(`No collection ${name}`)
  return schema
}
const russian = schemaOf('docs_ru')
const pathsOf = (items: (NavigationItem | null)[]) => items.map((item) => item?.path ?? null)

describe('navigation', () => {
  test('the tree of a collection includes the settings of its folders', async () => {
    expect(await navigation(site.db, russian)).toEqual([
      {
        title: 'Документация',
        path: '/docs',
        stem: 'docs/index',
        children: [
          { title: 'Документация', path: '/docs', stem: 'docs/index' },
          {
            title: 'Начало',
            icon: 'i-start',
            path: '/docs/start',
            stem: 'docs/2.start',
            page: false,
            children: [
              { title: 'Девять', path: '/docs/start/nine', stem: 'docs/2.start/9.nine' },
              { title: 'Десять', path: '/docs/start/ten', stem: 'docs/2.start/10.ten', icon: 'i-ten' },
            ],
          },
          {
            title: 'Справочник',
            path: '/docs/api',
            stem: 'docs/10.api/index',
            children: [
              { title: 'Справочник', path: '/docs/api', stem: 'docs/10.api/index' },
              { title: 'Ref', path: '/docs/api/ref', stem: 'docs/10.api/1.ref' },
            ],
          },
        ],
      },
    ])
  })

  test('English pages are below /en, with the settings of their own folders', async () => {
    expect(await navigation(site.db, schemaOf('docs_en'))).toMatchObject([
      {
        path: '/en',
        page: false,
        children: [{ path: '/en/docs', children: [{ title: 'Start', path: '/en/docs/start' }] }],
      },
    ])
  })

  test('articles have a tree, too', async () => {
    const tree = await navigation(site.db, schemaOf('blog_ru'), { extra: ['category'] })
    expect(flattenTree(tree)).toMatchObject([{ path: '/blog/news/a', category: 'news' }])
  })

  test('extra columns are parsed, and null stays null', async () => {
    const [nine, ten] = flattenTree(await navigation(site.db, russian, { extra: ['updated', 'seo'] })).slice(1)
    expect(nine).toMatchObject({ updated: '2026-01-02T00:00:00.000Z', seo: { title: 'Девять' } })
    expect(ten?.updated).toBeNull()
  })

  test('conditions filter the pages, and an order of columns replaces that of the files', async () => {
    const tree = await navigation(site.db, russian, {
      where: (query) => query.where('path', 'LIKE', '/docs/start/%').where('draft', '=', false),
      order: [['title', 'DESC']],
    })
    expect(pathsOf(flattenTree(tree))).toEqual(['/docs/start/ten', '/docs/start/nine'])
  })

  test('as the original: plain text order, hidden folders shown', async () => {
    const [docs] = await navigation(site.db, russian, { asOriginal: true })
    expect(docs?.title).toBe('Docs')
    expect(docs?.children?.map(({ path, title }) => [path, title])).toEqual([
      ['/docs', 'Документация'],
      ['/docs/api', 'Справочник'],
      ['/docs/start', 'Начало'],
      ['/docs/hidden', 'Hidden'],
    ])
  })

  test('an unknown column and a collection without pages are refused by name', async () => {
    expect(navigation(site.db, russian, { extra: ['nothing'] })).rejects.toThrow('docs_ru has no column "nothing"')
    expect(navigation(site.db, schemaOf('categories_ru'))).rejects.toThrow('categories_ru has no column "navigation"')
  })
})

describe('surroundings', () => {
  test('there is one page before and one after, in the order of the navigation', async () => {
    expect(pathsOf(await surroundings(site.db, russian, '/docs/start/ten'))).toEqual(['/docs/start/nine', '/docs/api'])
    expect(pathsOf(await surroundings(site.db, russian, '/docs/'))).toEqual([null, '/docs/start/nine'])
  })

  test('there are as many as requested, with the requested fields and without children', async () => {
    const options = { before: 2, after: 1, fields: ['updated'] }
    expect(await surroundings(site.db, russian, '/docs/start/nine', options)).toEqual([
      null,
      { title: 'Документация', path: '/docs', stem: 'docs/index', updated: null },
      { title: 'Десять', path: '/docs/start/ten', stem: 'docs/2.start/10.ten', icon: 'i-ten', updated: null },
    ])
  })

  test('conditions and order also apply to surroundings', async () => {
    const narrowed: SurroundingsOptions = { where: (query) => query.where('path', '<>', '/docs/start/nine') }
    expect(pathsOf(await surroundings(site.db, russian, '/docs/start/ten', narrowed))).toEqual(['/docs', '/docs/api'])
    const ordered: SurroundingsOptions = { order: [['stem', 'ASC']] }
    expect(pathsOf(await surroundings(site.db, russian, '/docs/api', ordered))).toEqual(['/docs', '/docs/api/ref'])
  })

  test('a page outside the navigation has none', async () => {
    expect(await surroundings(site.db, russian, '/docs/start/away')).toEqual([null, null])
    expect(await surroundings(site.db, russian, '/docs/start')).toEqual([null, null])
  })
})

describe('searchSections', () => {
  const ref: SearchSectionsOptions = { where: (query) => query.path('/docs/api/ref') }

  test('each page is followed by its headings, with the titles above them', async () => {
    expect(await searchSections(site.db, russian, ref)).toEqual([
      { id: '/docs/api/ref', title: 'Ref', titles: [], content: 'About it.', level: 1 },
      { id: '/docs/api/ref#a', title: 'A', titles: ['Ref'], content: 'a b c d const e = 1', level: 2 },
      { id: '/docs/api/ref#b', title: 'B', titles: ['Ref', 'A'], content: 'b', level: 3 },
    ])
  })

  test('ignored elements are not read', async () => {
    const [, a] = await searchSections(site.db, russian, { ...ref, ignoredTags: ['pre', 'thead'] })
    expect(a?.content).toBe('c d')
  })

  test('headings outside the range are text', async () => {
    const sections = await searchSections(site.db, russian, { ...ref, minHeading: 'h3', maxHeading: 'h3' })
    expect(sections.map(({ title, titles, content }) => [title, titles, content])).toEqual([
      ['Ref', [], 'About it. A a b c d const e = 1'],
      ['B', ['Ref'], 'b'],
    ])
  })

  test('every section has the extra fields of its page', async () => {
    const sections = await searchSections(site.db, russian, { ...ref, extraFields: ['stem', 'updated'] })
    expect(sections.map(({ stem, updated }) => [stem, updated])).toEqual(
      Array.from({ length: 3 }, () => ['docs/10.api/1.ref', null]),
    )
  })

  test('all public pages are read in stem order, even outside the navigation', async () => {
    const sections = await searchSections(site.db, russian)
    expect(sections.filter(({ level }) => level === 1).map(({ id }) => id)).toEqual([
      '/docs/api/ref',
      '/docs/api',
      '/docs/start/ten',
      '/docs/start/away',
      '/docs/start/nine',
      '/docs/hidden/a',
      '/docs',
    ])
  })
})
