import { describe, expect, test } from 'bun:test'
import { runsOf } from '../../../tests/property-runs.ts'
import { textOf } from './ast.ts'
import { parseMdc } from './parse.ts'

/** Length of the inputs, characters. With longer inputs, even a small quadratic cost exceeds the timeout. */
const size = Math.max(50_000, runsOf(200_000))

/** Timeout, far longer than needed, because a machine may be busy. */
const timeoutMs = 60_000

/** Inputs on which a parser that repeats its look-ahead, or calls itself for each bracket, does not return. */
const inputs: [string, string][] = [
  ['colons', ':'],
  ['openings', '::a\n'],
  ['openings and wrong ends', '::a\n:::b\n::\n'],
  ['openings with rules', '::a\n---\n'],
  ['slots', '#b{c="d"}\n'],
  ['brackets', '['],
  ['link texts', '[a]('],
  ['images', '![a](<b'],
  ['spans', '[a]{b="'],
  ['backticks', '`a``'],
  ['stars', '*a **b '],
  ['underscores', '_a __b '],
  ['stars and underscores', '*_a'],
  ['tildes', '~~a '],
  ['braces', '{{ a '],
  ['components in a line', ' :a[b{c="'],
  ['tags', '<a b="'],
  ['comments', '<!--'],
  ['comments on their own lines', 'x\n<!--\n'],
  ['block tags', '\n#s\n<p\n    - '],
  ['components closed behind text', '<A>\na</A>\n\n'],
  ['components closed in a line below', '<A>a\n</A>\n'],
  ['quotes', '>'],
  ['quotes in quotes', '> > > a\n'],
  ['quotes and lazy lines', '> - a\nb\n'],
  ['lists', '- '],
  ['lists of one item each', '- a\n* b\n'],
  ['lists in lists on one line', '- - - - a\n'],
  ['lists in lists, line by line', '- a\n  - b\n    - c\n'],
  ['lists and lazy lines', '- a\nb\n'],
  ['numbers in numbers', '1. 2. 3. a\n'],
  ['items without text', '-\n'],
  ['boxes', '- [ ] a\n'],
  ['lists and tables', '- `\n-|-\n|'],
  ['lists of components', '- ::a\n'],
  ['tables', 'a|b\n-|-\n'],
  ['rejected tables', '\n-|-\n.'],
  ['underlines', 'a\n===\n'],
  ['definitions', '[a]: b "\n# \n'],
  ['terms and what they are', 'a\n\n: b\n\n'],
  ['terms in what terms are', ': a\n\n    '],
  ['references to a definition', '[b]: /c\n[a][b]\n\n'],
  ['footnotes that refer to themselves', '[^a]: [^a]\n\n'],
  ['footnotes', '[^a]: [^b]\n\n'],
  ['addresses', 'http://a('],
  ['addresses of mail', "'@"],
  ['backslashes', '\\'],
  ['character references', '&#x'],
  ['ampersands', '&'],
  ['names without an end', '&a'],
  ['short names', ':a:b:c'],
  ['attributes', '**a**{.b} '],
  ['YAML of names', '::a\n---\n? ? ? ? ? ? ? ? b\n---\n::\n'],
  ['YAML of lists', `::a\n---\nb: ${'['.repeat(400)}\n---\n::\n`],
  ['YAML of aliases', '::a\n---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n---\n::\n'],
  ['hard breaks', 'a  \n'],
  ['tabs', '\ta\n'],
]

describe(`${size / 1000} KB of nothing but`, () => {
  test.each(inputs)(
    '%s are read to the end',
    (_, unit) => {
      const source = unit.repeat(Math.ceil(size / unit.length))
      expect(JSON.stringify(parseMdc(source).body).length).toBeGreaterThan(0)
    },
    timeoutMs,
  )
})

test(
  'an address with endless punctuation after it or before an at sign is read',
  () => {
    expect(parseMdc(`http://a.b${')'.repeat(size)}`).body.value).toHaveLength(1)
    expect(parseMdc(`${"'".repeat(size)}@b.c`).body.value).toHaveLength(1)
  },
  timeoutMs,
)

test(
  'a table with many columns and short rows stays small',
  () => {
    const source = `${'|a'.repeat(5000)}\n${'|-'.repeat(5000)}\n${'x\n'.repeat(20_000)}`
    expect(JSON.stringify(parseMdc(source).body).length).toBeLessThan(20 * source.length)
  },
  timeoutMs,
)

test(
  'a block with very many children or slots is read',
  () => {
    const [many] = parseMdc(`::a\n${'x\n\n'.repeat(150_000)}::`).body.value
    expect(many).toHaveLength(150_002)
    const slots = Array.from({ length: 40_000 }, (_, at) => `#s${at}\n`).join('')
    expect(parseMdc(`::a\n${slots}::`).body.value[0]).toHaveLength(40_002)
  },
  timeoutMs,
)

test(
  'endlessly nested values are refused and not followed',
  () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseMdc(`a :b{:c='${nested(1000)}'}`).body.value).toEqual([['p', {}, 'a ', ['b', {}]]])
    expect(parseMdc(`::a\n---\nb: ${nested(50_000)}\n---\n::`).problems).toMatchObject([{ fatal: true }])
    expect(parseMdc(`::a\n---\n${'b.'.repeat(50_000)}c: 1\n---\n::`).problems).toMatchObject([{ fatal: true }])
  },
  timeoutMs,
)

test(
  'a delimiter row with endless spaces is read',
  () => {
    expect(parseMdc(`a|b\n:-${' '.repeat(size)}x`).body.value).toHaveLength(1)
  },
  timeoutMs,
)

test(
  'a heading with endless spaces is read',
  () => {
    expect(parseMdc(`# a${' '.repeat(5 * size)}b`).body.value).toHaveLength(1)
  },
  timeoutMs,
)

test(
  'a list item that never ends keeps all of its lines',
  () => {
    const { value } = parseMdc(`- a\n${'b\n'.repeat(5000)}`).body
    expect(value.map((node) => (typeof node === 'string' ? '' : node[0]))).toEqual(['ul'])
    expect(value.map(textOf).join('').replace(/[^b]/g, '')).toHaveLength(5000)
  },
  timeoutMs,
)

test(
  'deeply nested lists keep their text',
  () => {
    const source = Array.from({ length: 500 }, (_, depth) => `${' '.repeat(2 * depth)}- w${depth}q`).join('\n')
    const text = JSON.stringify(parseMdc(source).body.value)
    expect(source.match(/w\d+q/g)?.filter((word) => !text.includes(word))).toEqual([])
  },
  timeoutMs,
)

test(
  'a paragraph too costly to parse stays text and is reported; others are parsed',
  () => {
    const { body, problems } = parseMdc(`*a*\n\n${'**b '.repeat(20_000)}\n\n*c*`)
    const [first, costly, last] = body.value
    expect([first, last]).toEqual([
      ['p', {}, ['em', {}, 'a']],
      ['p', {}, ['em', {}, 'c']],
    ])
    expect(costly).toEqual(['p', {}, '**b '.repeat(20_000).trim()])
    expect(problems).toMatchObject([{ line: 3, fatal: false }])
  },
  timeoutMs,
)
