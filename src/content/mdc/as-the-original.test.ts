import { expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

/* Cases from texts of other sites. The expected trees are those of the original parser. */

const fence = (code: string): AstNode => [
  'pre',
  { className: ['language-js'], code, language: 'js', meta: '' },
  ['code', { __ignoreMap: '' }, ...(code ? [code] : [])],
]
const link = (href: string): AstNode => ['p', {}, ['a', { href }, 'a']]

test.each<[string, string, AstNode[]]>([
  [
    'words on lines of their own in HTML stay apart',
    '<div>\n  <b>a</b>\n  <i>b</i>\n</div>',
    [['div', {}, '\n  ', ['b', {}, 'a'], '\n  ', ['i', {}, 'b']]],
  ],
  ['bare line breaks between tags are dropped', '<div>\n<b>a</b>\n</div>', [['div', {}, ['b', {}, 'a']]]],
  ['code keeps one blank last line', '```js\na\n\n```', [fence('a\n\n')]],
  ['code without an end', '```js\na', [fence('a\n')]],
  ['code of nothing but a blank line is empty', '```js\n\n```', [fence('')]],
  ['a link into the folder of a version', '[a](../1.x/page.md)', [link('../1.x/page')]],
  ['a link with an order', '[a](./2.page.md#b)', [link('./page#b')]],
  ['a link to an index', '[a](./index.md#b)', [link('./#b')]],
  ['a link to the index beside it', '[a](index.md) ', [link('./')]],
])('%s', (_, text, expected) => {
  expect(parseMdc(text).body.value).toEqual(expected)
})

test.each(['```', '~~~~'])('%s closes code even with spaces and tabs after it', (fence) => {
  for (const end of [' ', '\t', ' \t ']) {
    const tags = (source: string) => parseMdc(source).body.value.map((node) => node[0])
    expect(tags(`${fence}js\na\n${fence}${end}\n\nText`)).toEqual(['pre', 'p'])
    expect(tags(`> ${fence}\n> a\n> ${fence}${end}\n>\n> Text\n\nText`)).toEqual(['blockquote', 'p'])
    expect(tags(`::note\n${fence}\na\n${fence}${end}\n::\n\nText`)).toEqual(['note', 'p'])
  }
})
