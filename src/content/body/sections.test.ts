import { expect, test } from 'bun:test'
import type { Body } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { searchSections } from './sections.ts'

function sectionsOf(source: string) {
  const { body } = parseMdc(source)
  return searchSections({ path: '/docs/a', title: 'Page', description: ' About it. ', body })
}

test('the page is the first section, and every heading starts another with its trail', () => {
  expect(sectionsOf('Intro.\n\n## B\n\nb\n\n#### D\n\nd\n\n### C\n\nc\n\n## E')).toEqual([
    { id: '/docs/a', title: 'Page', titles: [], content: 'About it. Intro.', level: 1 },
    { id: '/docs/a#b', title: 'B', titles: ['Page'], content: 'b', level: 2 },
    { id: '/docs/a#d', title: 'D', titles: ['Page', 'B'], content: 'd', level: 4 },
    { id: '/docs/a#c', title: 'C', titles: ['Page', 'B'], content: 'c', level: 3 },
    { id: '/docs/a#e', title: 'E', titles: ['Page'], content: '', level: 2 },
  ])
})

test('an h1 starts a new trail', () => {
  expect(sectionsOf('## A\n\n# B\n\n## C').map(({ title, titles }) => ({ title, titles }))).toEqual([
    { title: 'Page', titles: [] },
    { title: 'A', titles: ['Page'] },
    { title: 'B', titles: [] },
    { title: 'C', titles: ['B'] },
  ])
})

test('texts of adjacent elements are separated, words with inline markup are not', () => {
  const [page] = sectionsOf('| a | b |\n|---|---|\n| c | d |\n\n- e\n- f\n\n**g**h\ni  \nj')
  expect(page?.content).toBe('About it. a · b; c · d e; f gh i j')
})

test('list items are separated unless they end with punctuation', () => {
  const contentOf = (source: string) => sectionsOf(source)[0]?.content
  expect(contentOf('1. One.\n2. Two\n   - a\n   - b\n3. Three')).toBe('About it. One. Two a; b; Three')
  expect(contentOf('-\n-')).toBe('About it.')
})

test('a description repeated as the first paragraph appears once', () => {
  expect(sectionsOf('About it.\n\nMore.')[0]?.content).toBe('About it. More.')
})

test('headings in blocks start sections, with the texts of the blocks', () => {
  const source = '::steps\n### One\n\n1\n\n### Two\n\n2\n::\n\n::card{title="Card" to="/x"}\n:icon{name="i-x"} c\n::'
  expect(sectionsOf(source).map(({ id, content }) => [id, content])).toEqual([
    ['/docs/a', 'About it.'],
    ['/docs/a#one', '1'],
    ['/docs/a#two', '2 Card c'],
  ])
})

test('accordion questions, field names and file names of code are searchable', () => {
  const [page] = sectionsOf(
    '::accordion\n:::accordion-item{label="Why?"}\nSo.\n:::\n::\n\n::field{name="PORT" required}\nThe port.\n::\n\n```ts [a.ts]\nb\n```',
  )
  expect(page?.content).toBe('About it. Why? So. PORT The port. a.ts b')
})

test('all six levels have their trail, which contains only headings of higher rank', () => {
  const trails = sectionsOf('### A\n\n##### B\n\n#### C\n\n###### D\n\n## E\n\n#### F\n\n### G\n\n### H').slice(1)
  expect(trails.map(({ title, titles, level }) => [title, titles.join(' > '), level])).toEqual([
    ['A', 'Page', 3],
    ['B', 'Page > A', 5],
    ['C', 'Page > A', 4],
    ['D', 'Page > A > C', 6],
    ['E', 'Page', 2],
    ['F', 'Page > E', 4],
    ['G', 'Page > E', 3],
    ['H', 'Page > E', 3],
  ])
})

test('styles of the highlighter are not read', () => {
  const body: Body = {
    type: 'minimal',
    value: [
      ['p', {}, 'a'],
      ['style', {}, 'html .s1 {}'],
      ['script', {}, 'x()'],
    ],
  }
  expect(searchSections({ path: '/a', title: '', description: '', body })).toMatchObject([{ content: 'a' }])
})
