import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex } from '../../../tests/search-index.ts'
import { explainSearch } from './explain.ts'

let index: SearchIndex
beforeAll(async () => {
  index = await createSearchIndex(
    'en',
    { path: '/en/docs/drawdown', title: 'Drawdown', text: 'How far the balance fell.' },
    {
      path: '/en/docs/risk',
      title: 'Risk',
      text: 'Mind the drawdown.',
      headings: { 'A limit of drawdown': 'Ten per cent.' },
    },
    { path: '/en/blog/news/fall', title: 'The fall', text: 'A drawdown.', kind: 'blog' },
  )
})
afterAll(() => index.close())

const explain = (query: string) => explainSearch(index.db, 'en', query)

test('pages are explained in the order in which a search finds them', async () => {
  const lines = (await explain('drawdown')).split('\n')
  const listed = lines.flatMap((line) => /^\d+\. .* {2}(\S+)$/.exec(line)?.[1] ?? [])
  expect(listed).toEqual(await index.find('drawdown'))
  expect(listed).toHaveLength(3)
  expect(lines.slice(0, 3)).toEqual([
    'en: "drawdown"',
    expect.stringMatching(/^ {2}on 3 pages, weight 1\.000: drawdown/),
    '  weights of title, headings and text: 10.0, 4.0, 1.0 for a page; 10.0, 3.0, 1.0 for a section',
  ])
  expect(lines).toContain('   ranked here because its title is the query letter by letter')
  expect(lines.filter((line) => line.includes('× blog 0.85'))).toHaveLength(1)
})

test('a score equals the formula of its printed parts', async () => {
  const text = await explain('drawdown')
  const scores = text.matchAll(/score (\S+) = \(text (\S+) × title (\S+) \+ section (\S+)\) × (?:docs|blog) (\S+)/g)
  let pages = 0
  for (const [, ...numbers] of scores) {
    const [score = 0, words = 0, title = 0, section = 0, kind = 0] = numbers.map(Number)
    expect(score).toBeCloseTo((words * title + section) * kind, 2)
    pages++
  }
  expect(pages).toBe(3)
})

test('the explanation names the links that raised a page', async () => {
  const links = [{ path: '/en/docs/bounds', text: 'the boundary' }]
  const others = ['a', 'b'].map((name) => ({ path: `/en/docs/${name}`, title: name, text: 'A boundary.', links }))
  const pages = [...others, { path: '/en/docs/bounds', title: 'Bounds', text: 'One boundary.' }]
  await index.put(...pages)
  expect(await explain('boundary')).toContain('   raised because 2 pages link to it as "the boundary", weight 1.000')
  for (const { path } of pages) await index.remove(path)
})

test('corrections, partial matches and empty results are explained', async () => {
  expect(await explain('drawdonw')).toStartWith('en: "drawdonw" is on no page, so the search was for "drawdown"')
  expect(await explain('balance')).toContain('\n  on 1 page, weight')
  expect(await explain('balance')).toContain('\n  1 section found\n')
  expect(await explain('drawdown balance limit')).toContain(
    'no page has all of these words, so pages with most of them are listed',
  )
  expect(await explain('dravdovm')).toBe('en: "dravdovm"\n  nothing was found\n  nearest words: drawdown')
  expect(await explain('zzzzz')).toBe('en: "zzzzz"\n  nothing was found')
})
