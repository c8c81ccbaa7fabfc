import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { flattenTree } from '../../../tests/flatten-tree.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { pathOf, sortByStem } from '../addresses.ts'
import type { ContentRow } from '../query/answer.ts'
import { type NavigationItem, navigationTree } from './navigation-tree.ts'
import { neighbors } from './neighbors.ts'

setDefaultTimeout(60_000)

/** Names of files and folders in which each address has only one stem, so that pages and stems have the same order. */
const names = ['1.a', '2.b', '10.c', 'd e', 'v1.2', '1.2', 'Файл', 'reindex']
const stem = fc
  .tuple(
    fc.array(fc.constantFrom(...names), { maxLength: 4 }),
    fc.constantFrom(...names, 'index', 'index', '.navigation', '.navigation'),
  )
  .map(([folders, name]) => [...folders, name].join('/'))
const row: fc.Arbitrary<ContentRow> = fc.record({
  stem,
  title: fc.constantFrom('Title', 'Navigation', '', null),
  navigation: fc.constantFrom(true, true, true, null, false, { title: 'Other', icon: 'i', path: '/', children: [] }),
  meta: fc.constantFrom({}, null, { icon: 'i' }, { page: true, stem: 'x' }),
})
const rows = fc
  .uniqueArray(row, { selector: ({ stem }) => pathOf(String(stem)), maxLength: 40 })
  .map((unique) => unique.map((one) => ({ ...one, path: pathOf(String(one.stem)) })))

const isSettings = ({ stem }: ContentRow) => /(^|\/)\.navigation$/.test(String(stem))

/** Returns the pages that a navigation tree must contain: neither they nor a folder around them is hidden. */
function publicPages(all: ContentRow[]): string[] {
  const hidden = all
    .filter((one) => isSettings(one) && one.navigation === false)
    .map(({ stem }) => String(stem).replace(/\.navigation$/, ''))
  const pages = all
    .filter((one) => !isSettings(one) && one.navigation !== false)
    .map(({ stem }) => ({ stem: String(stem) }))
    .filter(({ stem }) => !hidden.some((folder) => stem.startsWith(folder)))
  return sortByStem(pages).map(({ stem }) => stem)
}

function everyNode(items: NavigationItem[]): NavigationItem[] {
  return items.flatMap((item) => [item, ...everyNode(item.children ?? [])])
}

test('every public page is in the tree exactly once, in the order of the stems', () => {
  fc.assert(
    fc.property(rows, (all) => {
      expect(flattenTree(navigationTree(all)).map(({ path }) => path)).toEqual(publicPages(all).map(pathOf))
    }),
    { numRuns: runsOf(6000) },
  )
})

test('child paths extend the folder path, pageless folders have children, titles are not empty', () => {
  fc.assert(
    fc.property(rows, (all) => {
      for (const { path, title, page, children } of everyNode(navigationTree(all))) {
        expect(title).not.toBe('')
        if (page === false) expect(children).not.toBeUndefined()
        if (children) expect(children).not.toEqual([])
        for (const child of children ?? []) expect(child.path === path || child.path.startsWith(`${path}/`)).toBe(true)
      }
    }),
    { numRuns: runsOf(3000) },
  )
})

test('the tree does not depend on the order of the rows', () => {
  const shuffled = rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(navigationTree(other)).toEqual(navigationTree(all))
    }),
    { numRuns: runsOf(3000) },
  )
})

test('each page is between its neighbors in the order of the tree', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const order = flattenTree(navigationTree(all))
      for (const [at, { path }] of order.entries())
        expect(neighbors(order, path)).toEqual([order[at - 1] ?? null, order[at + 1] ?? null])
    }),
    { numRuns: runsOf(3000) },
  )
})
