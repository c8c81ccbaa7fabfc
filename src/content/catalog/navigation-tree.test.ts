import { expect, test } from 'bun:test'
import { flattenTree } from '../../../tests/flatten-tree.ts'
import { pathOf } from '../addresses.ts'
import type { ContentRow } from '../query/answer.ts'
import { type NavigationItem, navigationTree } from './navigation-tree.ts'

/** Returns a row as the query builder does: with title and address derived from its stem. */
function row(stem: string, fields: ContentRow = {}): ContentRow {
  const name = stem.split('/').at(-1) ?? ''
  return { stem, path: pathOf(stem), title: `T ${name}`, navigation: true, meta: {}, ...fields }
}

/**
 * Returns a short form of a tree: paths, with those of folders without a page in parentheses, followed by their
 * children.
 */
function outline(items: NavigationItem[] = []): unknown[] {
  return items.flatMap(({ path, page, children }) => [
    page === false ? `(${path})` : path,
    ...(children ? [outline(children)] : []),
  ])
}

test('a page is a leaf with its title, path and stem; empty children are left out', () => {
  expect(navigationTree([row('1.a')])).toEqual([{ title: 'T 1.a', path: '/a', stem: '1.a' }])
})

test('missing folders are created at any depth, titled by their names', () => {
  expect(navigationTree([row('5.Mixed Case/sub_dir-x/1.a')])).toEqual([
    {
      title: 'Mixed Case',
      path: '/mixed-case',
      stem: '5.Mixed Case',
      page: false,
      children: [
        {
          title: 'Sub Dir X',
          path: '/mixed-case/sub_dir-x',
          stem: '5.Mixed Case/sub_dir-x',
          page: false,
          children: [{ title: 'T 1.a', path: '/mixed-case/sub_dir-x/a', stem: '5.Mixed Case/sub_dir-x/1.a' }],
        },
      ],
    },
  ])
})

test('a folder title keeps letters and version of its name; a custom address names it', () => {
  const titles = navigationTree([row('1.Быстрый старт/a'), row('2.v1.2/a'), row('3.x/a', { path: '/else-where/a' })])
  expect(titles.map(({ title }) => title)).toEqual(['Быстрый Старт', 'V1.2', 'Else Where'])
})

test('pages and folders are sorted by number, an index comes first', () => {
  const stems = ['10.ten/1.y', '2.two/10.b', '2.two/9.a', '1.one', '2.two/index', 'index']
  expect(flattenTree(navigationTree(stems.map((stem) => row(stem)))).map(({ path }) => path)).toEqual([
    '/',
    '/one',
    '/two',
    '/two/a',
    '/two/b',
    '/ten/y',
  ])
})

test('pages with navigation: false are left out, those with null are not', () => {
  const rows = [
    row('1.a', { navigation: false }),
    row('2.b', { navigation: null }),
    row('3.c/1.d', { navigation: false }),
  ]
  expect(outline(navigationTree(rows))).toEqual(['/b'])
})

test('navigation sets title and custom fields of a page, but not its place', () => {
  const navigation = { title: 'Short', icon: 'i', extra: 5, path: '/x', stem: 'x', children: [1], page: false }
  expect(navigationTree([row('1.a', { navigation })])).toEqual([
    { title: 'Short', path: '/a', stem: '1.a', icon: 'i', extra: 5 },
  ])
})

test('an index page is its folder’s node and its first child', () => {
  expect(navigationTree([row('2.api/1.ref'), row('2.api/index', { navigation: { icon: 'i' } })])).toEqual([
    {
      title: 'T index',
      path: '/api',
      stem: '2.api/index',
      icon: 'i',
      children: [
        { title: 'T index', path: '/api', stem: '2.api/index', icon: 'i' },
        { title: 'T 1.ref', path: '/api/ref', stem: '2.api/1.ref' },
      ],
    },
  ])
})

test('the root index has no children', () => {
  expect(outline(navigationTree([row('index'), row('1.a')]))).toEqual(['/', '/a'])
})

test('an index may be numbered, and "reindex" is not one', () => {
  expect(outline(navigationTree([row('a/1.index'), row('b/reindex'), row('index-of-all')]))).toEqual([
    '/a',
    ['/a'],
    '(/b)',
    ['/b/reindex'],
    '/index-of-all',
  ])
})

test('a folder whose index has navigation: false is a folder without a page', () => {
  expect(outline(navigationTree([row('a/index', { navigation: false }), row('a/1.b')]))).toEqual(['(/a)', ['/a/b']])
})

test('a page with the address of a folder becomes its node, in any order, and not a child', () => {
  expect(outline(navigationTree([row('1.guide'), row('1.guide/1.a')]))).toEqual(['/guide', ['/guide/a']])
  expect(navigationTree([row('1.guide/1.a'), row('2.guide')])).toEqual([
    {
      title: 'T 2.guide',
      path: '/guide',
      stem: '2.guide',
      children: [{ title: 'T 1.a', path: '/guide/a', stem: '1.guide/1.a' }],
    },
  ])
  expect(outline(navigationTree([row('x/1.guide/1.a'), row('x/2.guide')]))).toEqual([
    '(/x)',
    ['/x/guide', ['/x/guide/a']],
  ])
})

test('a folder takes title, meta and navigation from its settings', () => {
  const settings = row('1.guide/.navigation', {
    title: 'Guide',
    meta: { icon: 'i-book' },
    navigation: { color: 'red' },
  })
  const [guide] = navigationTree([row('1.guide/1.a'), settings])
  expect(guide).toMatchObject({ title: 'Guide', icon: 'i-book', color: 'red', page: false })
  expect(flattenTree([guide ?? { title: '', path: '', stem: '' }]).map(({ path }) => path)).toEqual(['/guide/a'])
})

test('non-empty settings override the index page of their folder', () => {
  const index = row('4.shown/index', { navigation: { title: 'Own', icon: 'i-own', extra: 5 } })
  const titled = row('4.shown/.navigation', { title: 'Folder', meta: { icon: 'i-folder', extra: null } })
  const [shown] = navigationTree([titled, index])
  expect(shown).toMatchObject({ title: 'Folder', icon: 'i-folder', extra: 5, path: '/shown' })
  expect(shown?.children).toMatchObject([{ title: 'Own', icon: 'i-own', extra: 5 }])
})

test.each(['Navigation', 'navigation', '', ' ', null])(
  'settings titled %p leave the title to the index and the name',
  (title) => {
    const settings = row('1.a-b/.navigation', { title, meta: { icon: 'i' } })
    expect(navigationTree([settings, row('1.a-b/index')])).toMatchObject([{ title: 'T index', icon: 'i' }])
    expect(navigationTree([settings, row('1.a-b/1.c')])).toMatchObject([{ title: 'A B', icon: 'i', page: false }])
  },
)

test('a folder with navigation: false is hidden with everything below it', () => {
  const rows = [
    row('3.hidden/.navigation', { navigation: false }),
    row('3.hidden/index'),
    row('3.hidden/a'),
    row('3.hidden/deep/index'),
    row('3.hidden/deep/b'),
    row('3.hiddenly'),
  ]
  expect(outline(navigationTree(rows))).toEqual(['/hiddenly'])
  expect(navigationTree([...rows, row('.navigation', { navigation: false })])).toEqual([])
})

test('folders that contain only a hidden folder are left out', () => {
  const rows = [row('1.a/2.b/hidden/.navigation', { navigation: false }), row('1.a/2.b/hidden/index'), row('2.c')]
  expect(outline(navigationTree(rows))).toEqual(['/c'])
})

test('settings of the root and of folders without pages change nothing', () => {
  const rows = [row('.navigation', { title: 'Root', meta: { icon: 'i' } }), row('9.none/.navigation'), row('1.a')]
  expect(navigationTree(rows)).toEqual([{ title: 'T 1.a', path: '/a', stem: '1.a' }])
})

test('rows without path or stem are skipped, and a missing title is made from the name', () => {
  const rows = [row('a', { path: null }), row('b', { stem: null }), row('1.c-d', { title: null, meta: null })]
  expect(navigationTree(rows)).toEqual([{ title: 'C D', path: '/c-d', stem: '1.c-d' }])
  expect(navigationTree([row('2.e-f/index', { title: null })])).toMatchObject([{ title: 'E F' }])
  expect(navigationTree([])).toEqual([])
})

test('English addresses are one level deeper', () => {
  const rows = [row('en/docs/index'), row('en/docs/1.start/1.a')]
  expect(outline(navigationTree(rows))).toEqual([
    '(/en)',
    ['/en/docs', ['/en/docs', '(/en/docs/start)', ['/en/docs/start/a']]],
  ])
})
