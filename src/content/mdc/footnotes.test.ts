import { expect, test } from 'bun:test'
import { type AstNode, textOf } from './ast.ts'
import { parseMdc } from './parse.ts'

test('footnotes come last, in the order of their references', () => {
  const { body, problems } = parseMdc('a[^x] b[^1] c[^x]\n\n[^1]: One\n\n[^x]: The *x*\n\n    more')
  const reference = (label: string, number: string, id?: string): AstNode => [
    'sup',
    {},
    [
      'a',
      {
        href: `#user-content-fn-${label}`,
        ariaDescribedBy: ['footnote-label'],
        dataFootnoteRef: '',
        ...(id ? { id } : {}),
      },
      number,
    ],
  ]
  const back = (label: string, number: string, ...times: AstNode[]): AstNode => [
    'a',
    {
      href: `#user-content-fnref-${label}`,
      ariaLabel: `Back to reference ${number}`,
      className: ['data-footnote-backref'],
      dataFootnoteBackref: '',
    },
    '↩',
    ...times,
  ]
  expect(problems).toEqual([])
  expect(body.value).toEqual([
    [
      'p',
      {},
      'a',
      reference('x', '1', 'user-content-fnref-x'),
      ' b',
      reference('1', '2', 'user-content-fnref-1'),
      ' c',
      reference('x', '1', 'user-content-fnref-x-2'),
    ],
    [
      'section',
      { className: ['footnotes'], dataFootnotes: '' },
      ['h2', { className: ['sr-only'], id: 'footnote-label' }, 'Footnotes'],
      [
        'ol',
        {},
        [
          'li',
          { id: 'user-content-fn-x' },
          'The ',
          ['em', {}, 'x'],
          ['br', {}],
          'more ',
          back('x', '1'),
          ' ',
          back('x-2', '1-2', ['sup', {}, '2']),
        ],
        ['li', { id: 'user-content-fn-1' }, 'One ', back('1', '2')],
      ],
    ],
  ])
})

test('an unreferenced footnote is kept and reported, a reference to none is text', () => {
  const { body, problems } = parseMdc('a[^y]\n\n[^x]: b')
  expect(problems).toMatchObject([{ line: 3, fatal: false }])
  expect(JSON.stringify(body.value)).toContain('b')
  expect(body.value[0]).toEqual(['p', {}, 'a[^y]'])
})

test('a footnote referenced only by an unreferenced footnote is kept too', () => {
  const { body, problems } = parseMdc('[^x]: one[^y]\n\n[^y]: two\n\n[^z]: three')
  const text = body.value.map(textOf).join('')
  expect([text.indexOf('one'), text.indexOf('two'), text.indexOf('three')].every((at) => at >= 0)).toBe(true)
  expect(problems.map(({ line }) => line)).toEqual([1, 5])
})

test('a nested footnote that is read first is reported with a valid line', () => {
  const { problems } = parseMdc('a[^y]\n\n[^x]: one\n\n    [^y]: <embed>')
  expect(problems.map(({ line }) => line).every((line) => line >= 1 && line <= 5)).toBe(true)
})

test('a label with spaces is neither a footnote nor a definition: its text stays', () => {
  expect(parseMdc('[^x y]: word').body.value.map(textOf).join('')).toContain('word')
})

test('an unreferenced footnote has no back link and is reported once', () => {
  const { body, problems } = parseMdc('a[^x]\n\n[^x]: One\n\n[^y]: Two')
  expect(JSON.stringify(body.value).match(/#user-content-fnref-\w/g)).toEqual(['#user-content-fnref-x'])
  expect(JSON.stringify(body.value)).toContain('Two')
  expect(problems).toHaveLength(1)
})
