import { describe, expect, test } from 'bun:test'
import type { AstNode } from '../ast.ts'
import { parseMdc } from '../parse.ts'

function tree(source: string): AstNode[] {
  return parseMdc(source).body.value
}

describe('components', () => {
  test.each<[string, string, AstNode[]]>([
    ['a name alone', 'a :b c', ['a ', ['b', {}], ' c']],
    ['text', 'a :b[x *y*] c', ['a ', ['b', {}, 'x ', ['em', {}, 'y']], ' c']],
    ['text, then attributes', 'a :b[x]{c="d" .e}', ['a ', ['b', { c: 'd', className: ['e'] }, 'x']]],
    ['attributes, then text', 'a :b{c="d"}[x]', ['a ', ['b', { c: 'd' }, 'x']]],
    ['attributes over two lines', 'a :b{c="d"\n  e="f"} g', ['a ', ['b', { c: 'd', e: 'f' }], ' g']],
    ['brackets inside', 'a :b[x [y] `]` z]', ['a ', ['b', {}, 'x ', ['span', {}, 'y'], ' ', ['code', {}, ']'], ' z']]],
    ['one in another', 'a :b[:c[x]{d=e}]', ['a ', ['b', {}, ['c', { d: 'e' }, 'x']]]],
    ['after a bracket or a star', '(:b) *:c*', ['(', ['b', {}], ') ', ['em', {}, ['c', {}]]]],
    ['not inside words', 'a:b 12:c x::y', ['a:b 12:c x::y']],
    ['not with a colon behind', ':not-this: :also:not', [':not-this: :also:not']],
    ['not when escaped', '\\:b x', [':b x']],
    ['Cyrillic words are no names', ':слово и 10 :30', [':слово и 10 :30']],
    [
      'attributes with stars and underscores',
      '*x :b{c="*" d="_"} y*',
      [['em', {}, 'x ', ['b', { c: '*', d: '_' }], ' y']],
    ],
    ['an address in attributes', 'a :b{to="https://x.y/z"}', ['a ', ['b', { to: 'https://x.y/z' }]]],
    ['attributes that do not close', 'a :b{c="d', ['a ', ['b', {}], '{c="d']],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([['p', {}, ...expected]])
  })

  test('a component alone in its paragraph is not wrapped in a paragraph', () => {
    expect(tree(':kbd{value="meta"}\n\n:b[x]')).toEqual([
      ['kbd', { value: 'meta' }],
      ['b', {}, 'x'],
    ])
    expect(tree(':a :b')).toEqual([['p', {}, ['a', {}], ' ', ['b', {}]]])
  })
})

describe('spans and attributes', () => {
  test.each<[string, string, AstNode[]]>([
    ['a span', 'a [b *c*]{.d #e}', ['a ', ['span', { className: ['d'], id: 'e' }, 'b ', ['em', {}, 'c']]]],
    ['a span without attributes', 'a [b] c', ['a ', ['span', {}, 'b'], ' c']],
    ['double brackets are text', '[[wiki]] x', ['[[wiki]] x']],
    ['an empty box is text', 'a [ ] b []', ['a [ ] b []']],
    ['strong', '**a**{.b}', [['strong', { className: ['b'] }, 'a']]],
    ['emphasis', '_a_{.b} *c*{.d}', [['em', { className: ['b'] }, 'a'], ' ', ['em', { className: ['d'] }, 'c']]],
    ['deleted', '~~a~~{.b}', [['del', { className: ['b'] }, 'a']]],
    [
      'code with its language',
      '`a`{lang="ts" .b}',
      [['code', { className: ['b', 'language-ts'], language: 'ts' }, 'a']],
    ],
    ['a link', '[a](/b){.c target="_blank"}', [['a', { href: '/b', className: ['c'], target: '_blank' }, 'a']]],
    ['an image', '![a](/b.png){width=10 .c}', [['img', { alt: 'a', src: '/b.png', width: 10, className: ['c'] }]]],
    ['a reference link', '[a][b]{.c}\n\n[b]: /d "e"', [['a', { href: '/d', title: 'e', className: ['c'] }, 'a']]],
    ['not after plain text', 'a {.b}', ['a {.b}']],
    ['not after a space', '**a** {.b}', [['strong', {}, 'a'], ' {.b}']],
    ['not when they are no attributes', '**a**{,}', [['strong', {}, 'a'], '{,}']],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([['p', {}, ...expected]])
  })
})

describe('bindings', () => {
  test.each<[string, string, AstNode[]]>([
    ['a path', 'a {{ $doc.title }}', ['a ', ['binding', { value: '$doc.title' }]]],
    ['a fallback', "{{ a || 'd e' }}", [['binding', { value: 'a', defaultValue: 'd e' }]]],
    ['an expression is text', '{{ 1 + 2 }} x', ['{{ 1 + 2 }} x']],
    ['not closed', '{{ a x', ['{{ a x']],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([['p', {}, ...expected]])
  })
})

describe('other inline syntax', () => {
  test.each<[string, string, AstNode[]]>([
    ['short names of emoji', 'a :rocket: :no-such: :+1:', ['a 🚀 :no-such: 👍']],
    [
      'character references',
      'a &amp; &lt;b&gt; &#x41;&nbsp;&mdash; &unknown; &amp;lt;',
      ['a & <b> A\u00a0— &unknown; &lt;'],
    ],
    ['escapes', '\\*a\\* \\&amp; \\[b\\]', ['*a* &amp; [b]']],
    ['code is literal', '`&amp; :a {{b}} [c]`', [['code', {}, '&amp; :a {{b}} [c]']]],
    ['hard breaks', 'a  \nb\\\nc\nd', ['a', ['br', {}], 'b', ['br', {}], 'c\nd']],
    [
      'bare addresses',
      'see https://x.y/z?a=1&b=2.',
      ['see ', ['a', { href: 'https://x.y/z?a=1&b=2', rel: ['nofollow'] }, 'https://x.y/z?a=1&b=2'], '.'],
    ],
    ['addresses of mail', '<a@b.cd>', [['a', { href: 'mailto:a@b.cd' }, 'a@b.cd']]],
    ['a picture in a link', '[![a](/b.png)](/c)', [['a', { href: '/c' }, ['img', { alt: 'a', src: '/b.png' }]]]],
    [
      'links to other files',
      '[a](./2.other.md#h) [b](../1.x/10.y.md?q) [c](/abs.md) [d](https://x/y.md)',
      [
        ['a', { href: './other#h' }, 'a'],
        ' ',
        ['a', { href: '../1.x/y?q' }, 'b'],
        ' ',
        ['a', { href: '/abs.md' }, 'c'],
        ' ',
        ['a', { href: 'https://x/y.md', rel: ['nofollow'] }, 'd'],
      ],
    ],
    ['Cyrillic addresses stay readable', '[a](/доки#якорь)', [['a', { href: '/доки#якорь' }, 'a']]],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([['p', {}, ...expected]])
  })
})
