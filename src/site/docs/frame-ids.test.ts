import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { frameIds } from '../../ui/frame-ids.ts'

const headings = [
  ...Object.values(frameIds).map((id) => id.replace('kurs--', '').replaceAll('-', ' ')),
  ...Object.values(frameIds).map((id) => id.replaceAll('--', ' -- ')),
  'Runtime config',
]

let site: TestSite
beforeAll(async () => {
  const body = headings.map((heading) => `## ${heading}\n\nText.`).join('\n\n')
  site = await createTestSite({ files: { 'en/docs/index.md': page({ title: 'Documentation' }, body) } })
})
afterAll(() => site.close())

test('a heading never gets an id used by the page frame', async () => {
  const html = await site.read('/en/docs')
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')
  for (const id of Object.values(frameIds)) expect([id, ids.filter((each) => each === id).length]).toEqual([id, 1])
  for (const id of ['content', 'user-slot', 'search-palette', 'search-results', 'docs-drawer', 'toc-title']) {
    expect([id, ids.filter((each) => each === id).length]).toEqual([id, 1])
    expect(html).toMatch(new RegExp(`<h2[^>]* id="${id}"`))
  }
})

test('all ids of a page are unique, including that of the configuration', async () => {
  const html = await site.read('/en/docs')
  const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(html.match(/<(\w+)[^>]* id="runtime-config"/)?.[1]).toBe('script')
  expect(html).toContain('<h2 id="runtime-config-1"')
})
