import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { pathOf, sortByStem } from '../addresses.ts'
import type { DocsListRow } from '../queries.ts'
import { buildNavigation, retitleNavigation } from './navigation.ts'

const title = fc.constantFrom('Свеча', 'Candle', 'index', '')
const stem = fc
  .array(fc.constantFrom('a', '1.a', '2.a', '3.b', 'c', 'index'), { minLength: 1, maxLength: 3 })
  .map((parts) => ['docs', ...parts].join('/'))
const page = fc
  .record({ stem, title, navigation: fc.constantFrom(null, null, null, 'false', '{"title":"Own"}') })
  .map((own): DocsListRow => {
    const rest = { description: '', robots: null, sitemap: null, file: `ru/${own.stem}.md`, words: 1, version: 1 }
    return { ...rest, updated: null, path: pathOf(own.stem), ...own }
  })
const folder = fc.record({
  stem: fc.constantFrom('docs', 'docs/1.a', 'docs/1.a/3.b', 'docs/3.b', 'docs/c'),
  title: fc.option(title),
  icon: fc.constant(null),
  isHidden: fc.boolean(),
})
const site = fc.record({
  found: fc.uniqueArray(page, { selector: ({ path }) => path, maxLength: 12 }),
  folders: fc.uniqueArray(folder, { selector: ({ stem }) => stem, maxLength: 2 }),
  titles: fc.array(fc.option(title), { maxLength: 12 }),
})

test('a tree with changed titles equals one built from all pages', () => {
  let renewed = 0
  fc.assert(
    fc.property(site, ({ found, folders, titles }) => {
      const pages = sortByStem(found)
      const tree = buildNavigation('ru', pages, folders)
      const after = pages.map((row, at) => ({ ...row, title: titles[at] ?? row.title }))
      const retitled = after.filter((row, at) => row.title !== pages[at]?.title)
      const retitledTree = retitleNavigation('ru', { tree, pages: after, folders }, retitled)
      if (retitledTree) expect(retitledTree).toEqual(buildNavigation('ru', after, folders))
      if (retitledTree && retitled.length > 0) renewed++
    }),
    { numRuns: runsOf(5000) },
  )
  expect(renewed).toBeGreaterThan(0)
})
