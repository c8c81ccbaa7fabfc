import { expect, test } from 'bun:test'
import { pathOf } from '../addresses.ts'
import type { ContentRow } from '../query/refine.ts'
import { flattenTree } from './navigation-item.ts'
import { navigationTree } from './navigation-tree.ts'

/*
 * Observed output of Nuxt Content 3.5.0 for these rows. They are in the order of its SQL: plain text order of the
 * stems.
 */

function row(stem: string, title: string, fields: ContentRow = {}): ContentRow {
  return { stem, path: pathOf(stem), title, navigation: true, meta: {}, ...fields }
}

const rows = [
  row('1.guide/.navigation', 'Guide', { meta: { icon: 'i-book' } }),
  row('1.guide/1.intro', 'Intro'),
  row('10.ten/1.x', 'Ten'),
  row('2.api/1.ref', 'Ref'),
  row('2.api/index', 'Index of api'),
  row('3.hidden/.navigation', 'Hid', { navigation: false }),
  row('3.hidden/a', 'A hidden'),
  row('4.shown/.navigation', 'Navigation', { meta: { icon: 'i-x' } }),
  row('4.shown/1.child', 'Child'),
  row('4.shown/index', 'Shown page', { navigation: { title: 'NavT', icon: 'i-nav', extra: 5 } }),
  row('5.Mixed Case/sub dir/1.Файл Имя', 'MC'),
  row('6.dr.draft', 'Draft'),
  row('7.v1.2.3', 'v1.2'),
  row('index', 'Главная', { navigation: false }),
]
const tree = navigationTree(rows, { asOriginal: true })
const nodeAt = (path: string) => tree.find((node) => node.path === path)

test('10. precedes 2., drafts and versions are pages, navigation: false is left out', () => {
  expect(flattenTree(tree).map(({ path }) => path)).toEqual([
    '/guide/intro',
    '/ten/1.x',
    '/api',
    '/api/ref',
    '/hidden/a',
    '/shown',
    '/shown/child',
    '/mixed-case/sub-dir/fajl-imya',
    '/dr',
    '/v1.2.3',
  ])
})

test('a folder with settings has their title and meta and no page', () => {
  expect(nodeAt('/guide')).toEqual({
    title: 'Guide',
    icon: 'i-book',
    path: '/guide',
    stem: '1.guide',
    page: false,
    children: [{ title: 'Intro', path: '/guide/intro', stem: '1.guide/1.intro' }],
  })
})

test('a folder hidden by its settings is shown with a title made from its path', () => {
  expect(nodeAt('/hidden')).toMatchObject({ title: 'Hidden', stem: '3.hidden', page: false })
})

test('a top-level folder whose pages precede its index keeps its own title and stem', () => {
  expect(nodeAt('/api')).toEqual({
    title: 'Api',
    path: '/api',
    stem: '2.api',
    children: [
      { title: 'Index of api', path: '/api', stem: '2.api/index' },
      { title: 'Ref', path: '/api/ref', stem: '2.api/1.ref' },
    ],
  })
  expect(nodeAt('/shown')).toMatchObject({
    title: 'Shown',
    icon: 'i-x',
    stem: '4.shown',
    children: [{ title: 'NavT', icon: 'i-nav', extra: 5 }, { title: 'Child' }],
  })
})

test('below the top level such a folder becomes its index page', () => {
  const [docs] = navigationTree([row('docs/1.a/1.b', 'B'), row('docs/1.a/index', 'Index')], { asOriginal: true })
  expect(docs?.children).toMatchObject([{ title: 'Index', stem: 'docs/1.a/index', path: '/docs/a' }])
})

test('folder titles come from addresses: transliterated, without dots and underscores', () => {
  const titled = navigationTree([row('1.Файл Имя/a', 'A'), row('2.v1.2/a', 'A'), row('3.foo_bar-baz/a', 'A')], {
    asOriginal: true,
  })
  expect(titled.map(({ title }) => title)).toEqual(['Fajl Imya', 'V12', 'FooBar Baz'])
})

test('"reindex" counts as an index, and settings titled Navigation clear the index title', () => {
  const odd = [row('a/.navigation', 'Navigation'), row('a/index', 'A'), row('b/reindex', 'R')]
  expect(navigationTree(odd, { asOriginal: true })).toMatchObject([
    { title: '', path: '/a', children: [{ title: 'A' }] },
    { path: '/b', children: [{ path: '/b/reindex', children: [{ path: '/b/reindex' }] }] },
  ])
})

test('a top-level page after the folder with its address is a second node', () => {
  const twins = navigationTree([row('1.guide/1.a', 'A'), row('2.guide', 'G')], { asOriginal: true })
  expect(twins.map(({ path, page }) => [path, page])).toEqual([
    ['/guide', false],
    ['/guide', undefined],
  ])
})
