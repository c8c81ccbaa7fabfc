import { expect, test } from 'bun:test'
import type { DocsListRow } from '../queries.ts'
import { sidebarBelow, sidebarFor } from './docs-view.ts'
import type { LocaleContent } from './library.ts'
import { buildNavigation, type FolderSettings, flattenNavigation, trailTo } from './navigation.ts'

function row(stem: string, navigation: string | null = null): DocsListRow {
  const path = `/${stem.replace(/\d+\./g, '').replace(/\/index$/, '')}`
  const hidden = { robots: null, sitemap: null, updated: null, file: `ru/${stem}.md`, words: 1, version: 1 }
  return { ...hidden, path, stem, title: stem.split('/').at(-1) ?? '', description: '', navigation }
}

function contentOf(stems: string[], folders: FolderSettings[] = []): LocaleContent {
  const docs = stems.map((stem) => row(stem))
  const tree = buildNavigation('ru', docs, folders)
  const order = flattenNavigation(tree)
  return { docs: new Map(docs.map((page) => [page.path, page])), tree, order, articles: [], categories: new Map() }
}

test('folders and pages are sorted by number', () => {
  const { order } = contentOf(['docs/10.ten/1.x', 'docs/2.two/10.b', 'docs/2.two/9.a', 'docs/index'])
  expect(order.map(({ path }) => path)).toEqual(['/docs', '/docs/two/a', '/docs/two/b', '/docs/ten/x'])
})

test('a folder has title and icon from its settings, or else a title from its name', () => {
  const settings = { stem: 'docs/1.start', title: 'Начало', icon: 'i-lucide-rocket', isHidden: false }
  const { tree } = contentOf(['docs/1.start/1.a', 'docs/2.getting-help/1.b'], [settings])
  expect(tree.map(({ title }) => title)).toEqual(['Начало', 'Getting Help'])
})

test('a page with navigation: false is reachable but not in the tree', () => {
  const tree = buildNavigation('ru', [row('docs/1.a', 'false'), row('docs/2.b')], [])
  expect(flattenNavigation(tree).map(({ path }) => path)).toEqual(['/docs/b'])
})

test('a folder with an index page links to that page', () => {
  const { tree } = contentOf(['docs/1.api/index', 'docs/1.api/1.ref'])
  expect(tree).toMatchObject([{ path: '/docs/api', isPage: true, children: [{ path: '/docs/api/ref' }] }])
  expect(trailTo(tree, '/docs/api/ref').map(({ path }) => path)).toEqual(['/docs/api', '/docs/api/ref'])
})

test('settings title a folder, or else its index page; without one it links to its first page', () => {
  const rows = [row('docs/1.api/index', '{"icon":"i-a"}'), row('docs/2.faq/index'), row('docs/3.a/b/c')]
  const settings = { stem: 'docs/1.api', title: 'Справочник', icon: null, isHidden: false }
  expect(buildNavigation('ru', rows, [settings])).toMatchObject([
    { title: 'Справочник', icon: 'i-a', stem: 'docs/1.api', path: '/docs/api' },
    { title: 'index', stem: 'docs/2.faq', path: '/docs/faq', children: [] },
    { title: 'A', stem: 'docs/3.a', path: '/docs/a/b/c', isPage: false, children: [{ path: '/docs/a/b/c' }] },
  ])
})

test('a hidden folder is left out with its index and the folders in it', () => {
  const hidden = { stem: 'docs/1.a', title: null, icon: null, isHidden: true }
  const rows = [row('docs/1.a/index'), row('docs/1.a/b/c'), row('docs/2.d')]
  expect(buildNavigation('ru', rows, [hidden]).map(({ path }) => path)).toEqual(['/docs/d'])
})

test('the English tree begins below /en/docs, with the settings of its own folders', () => {
  const russian = { stem: 'docs/1.a', title: 'Начало', icon: null, isHidden: true }
  const english = { stem: 'en/docs/1.a', title: 'Start', icon: null, isHidden: false }
  const tree = buildNavigation('en', [row('en/docs/index'), row('en/docs/1.a/1.b')], [russian, english])
  expect(tree).toMatchObject([
    { path: '/en/docs', stem: 'en/docs/index', children: [] },
    { title: 'Start', path: '/en/docs/a/b', stem: 'en/docs/1.a', children: [{ path: '/en/docs/a/b' }] },
  ])
})

test('only the current folder has its pages, the others have an address to load them', () => {
  const sidebar = sidebarFor(contentOf(['docs/1.a/1.x', 'docs/1.a/2.y', 'docs/2.b/1.z']), 'ru', '/docs/a/x')
  expect(sidebar).toMatchObject([
    { isOpen: true, children: [{ path: '/docs/a/x', isCurrent: true }, { path: '/docs/a/y' }] },
    { isOpen: false, children: [], partial: '/_partials/docs-sidebar?folder=docs%2F2.b&current=%2Fdocs%2Fa%2Fx' },
  ])
})

test('a closed folder returns its own page first', () => {
  const nodes = sidebarBelow(contentOf(['docs/1.api/index', 'docs/1.api/1.ref']), 'ru', 'docs/1.api', '/docs')
  expect(nodes?.map(({ path, isFolder }) => [path, isFolder])).toEqual([
    ['/docs/api', false],
    ['/docs/api/ref', false],
  ])
})

test('a very long folder shows the pages around the current one', () => {
  const stems = Array.from({ length: 1000 }, (_, n) => `docs/1.long/${n + 1}.p${n + 1}`)
  const [folder] = sidebarFor(contentOf(stems), 'ru', '/docs/long/p500')
  expect(folder?.children.length).toBe(40)
  expect(folder?.children.some(({ isCurrent }) => isCurrent)).toBe(true)
  expect(folder?.partial).toContain('docs%2F1.long')
})
