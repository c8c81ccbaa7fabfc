import { describe, expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

function tree(source: string): AstNode[] {
  return parseMdc(source).body.value
}

describe('nested components give one tree, in any notation', () => {
  const expected: AstNode[] = [['outer', {}, ['inner', { a: '1' }, ['p', {}, 'deep']], ['p', {}, 'after']]]
  test.each([
    ['children with more colons', '::outer\n:::inner{a=1}\ndeep\n:::\nafter\n::'],
    ['children with fewer colons', ':::outer\n::inner{a=1}\ndeep\n::\nafter\n:::'],
    ['children with as many colons', '::outer\n::inner{a=1}\ndeep\n::\nafter\n::'],
    ['indented children', '::outer\n  :::inner{a=1}\n  deep\n  :::\nafter\n::'],
    ['indented children, content not indented', '::outer\n  :::inner{a=1}\ndeep\n  :::\nafter\n::'],
    ['children indented by four spaces', '::outer\n    :::inner{a=1}\n    deep\n    :::\nafter\n::'],
    ['children indented by a tab', '::outer\n\t:::inner{a=1}\n\tdeep\n\t:::\nafter\n::'],
    ['blank lines between', '::outer\n\n:::inner{a=1}\n\ndeep\n\n:::\n\nafter\n\n::\n'],
    ['line ends of Windows', '::outer\r\n:::inner{a=1}\r\ndeep\r\n:::\r\nafter\r\n::\r\n'],
    ['spaces after the fences', '::outer  \n:::inner{a=1} \ndeep\n::: \nafter\n:: '],
  ])('%s', (_, source) => {
    expect(parseMdc(source)).toMatchObject({ body: { value: expected }, problems: [] })
  })
})

describe('openings', () => {
  test.each<[string, string, AstNode[]]>([
    ['a name alone', '::note\nText\n::', [['note', {}, ['p', {}, 'Text']]]],
    ['nothing inside', '::note\n::', [['note', {}]]],
    ['a name in camel case', '::CodeGroup\n::', [['code-group', {}]]],
    [
      'a label, which is no paragraph',
      '::note[Label *here*]\nBody\n::',
      [['note', {}, 'Label ', ['em', {}, 'here'], ['p', {}, 'Body']]],
    ],
    ['a label and attributes', '::note[L]{a=b}\n::', [['note', { a: 'b' }, 'L']]],
    ['attributes before the label are no opening', '::note{a=b}[L]', [['p', {}, '::note{a=b}', ['span', {}, 'L']]]],
    ['text after the name is no opening', '::note this', [['p', {}, '::note this']]],
    ['a digit begins no name', '::1a\nx', [['p', {}, '::1a\nx']]],
    [
      'a paragraph ends above',
      'Before\n::note\n::\nAfter',
      [
        ['p', {}, 'Before'],
        ['note', {}],
        ['p', {}, 'After'],
      ],
    ],
    [
      'four spaces outside of components are code',
      '    ::note\n',
      [
        [
          'pre',
          { className: ['language-text'], code: '::note\n', language: 'text' },
          ['code', { __ignoreMap: '' }, '::note\n'],
        ],
      ],
    ],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual(expected)
  })
})

describe('props', () => {
  test.each<[string, string, AstNode]>([
    [
      'every kind of attribute',
      `::note{to="/a" .one .two #idx :n="5" flag data-a='q'}\n::`,
      ['note', { to: '/a', className: ['one', 'two'], id: 'idx', ':n': '5', ':flag': 'true', flag: '', dataA: 'q' }],
    ],
    [
      'names in camel case',
      '::a{defaultValue=1 ariaLabel="x" colSpan=2}\n::',
      ['a', { 'default-value': '1', ariaLabel: 'x', colSpan: 2 }],
    ],
    ['quotes escaped in bound values', `::a{:x='"it\\'s"'}\n::`, ['a', { ':x': `"it's"` }]],
    [
      'YAML',
      '::a\n---\nb.c: 1\nd: [x]\ne: 2024-01-02\nf: null\ng: "s"\nh: true\n# comment\n---\n::',
      ['a', { ':b': '{"c":1}', ':d': '["x"]', e: '2024-01-02', ':f': 'null', g: 's', ':h': 'true' }],
    ],
    [
      'YAML over attributes',
      '::a{b=1 :c="2" d}\n---\nb: two\nc: three\nd: false\n---\n::',
      ['a', { b: 'two', c: 'three', ':d': 'false' }],
    ],
    [
      'indented YAML',
      '::o\n  :::a\n  ---\n  b: c\n  ---\n  x\n  :::\n::',
      ['o', {}, ['a', { b: 'c' }, ['p', {}, 'x']]],
    ],
    ['a rule that is not YAML', '::a\n---\nx\n::', ['a', {}, ['hr', {}], ['p', {}, 'x']]],
    [
      'a YAML code block, which is code',
      '::a\n```yaml [props]\nb: c\n```\n::',
      [
        'a',
        {},
        [
          'pre',
          { className: ['language-yaml'], code: 'b: c\n', filename: 'props', language: 'yaml', meta: '' },
          ['code', { __ignoreMap: '' }, 'b: c\n'],
        ],
      ],
    ],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([expected])
  })
})

describe('slots', () => {
  test.each<[string, string, AstNode]>([
    [
      'named after default content',
      '::card\nDefault\n\n#title{foo="bar"}\nTitle :icon{name="i-x"}\n::',
      [
        'card',
        {},
        ['p', {}, 'Default'],
        ['template', { 'v-slot:title': '', foo: 'bar' }, ['p', {}, 'Title ', ['icon', { name: 'i-x' }]]],
      ],
    ],
    [
      'default by name',
      '::a\n#footer\nF\n#default\nD\n::',
      ['a', {}, ['p', {}, 'D'], ['template', { 'v-slot:footer': '' }, ['p', {}, 'F']]],
    ],
    [
      'the same name twice',
      '::a\n#b\n1\n#c\n2\n#b\n3\n::',
      [
        'a',
        {},
        ['template', { 'v-slot:b': '' }, ['p', {}, '1'], ['p', {}, '3']],
        ['template', { 'v-slot:c': '' }, ['p', {}, '2']],
      ],
    ],
    [
      'of a child that is not indented and has other colons',
      '::a\n#s\n:::b\n#t\nx\n:::\n::',
      ['a', {}, ['template', { 'v-slot:s': '' }, ['b', {}, ['template', { 'v-slot:t': '' }, ['p', {}, 'x']]]]],
    ],
    ['a hash in front of more words is text', '::a\n#tag and more\n::', ['a', {}, ['p', {}, '#tag and more']]],
    ['a heading is no slot', '::a\n# H\n::', ['a', {}, ['h1', { id: 'h' }, 'H']]],
    [
      'a hash in code is no slot',
      '::a\n```\n#include\n```\n::',
      [
        'a',
        {},
        [
          'pre',
          { className: ['language-text'], code: '#include\n', language: 'text' },
          ['code', { __ignoreMap: '' }, '#include\n'],
        ],
      ],
    ],
  ])('%s', (_, source, expected) => {
    expect(tree(source)).toEqual([expected])
  })

  test('outside of components a slot line is text', () => {
    expect(tree('#slot')).toEqual([['p', {}, '#slot']])
  })
})

describe('fenced code and comments are opaque', () => {
  test.each([
    ['fences', '::a\n```md\n::b\n::\n```\n::'],
    ['longer fences', '::a\n````md\n```\n::\n```\n````\n::'],
    ['tildes', '::a\n~~~\n::\n~~~\n::'],
    ['indented fences', '::a\n      ```\n      ::\n      ```\n::'],
    ['fences in a list', '::a\n- ```\n  ::\n  ```\n::'],
    ['comments', '::a\n<!--\n::\n-->\n::'],
  ])('%s', (_, source) => {
    const { body, problems } = parseMdc(source)
    expect(problems).toEqual([])
    expect(body.value).toHaveLength(1)
  })
})

describe('components inside Markdown', () => {
  test.each<[string, string, AstNode]>([
    [
      'in a list item',
      '- one\n\n  ::note\n  Text\n  ::\n- two',
      ['ul', {}, ['li', {}, 'one', ['note', {}, ['p', {}, 'Text']]], ['li', {}, 'two']],
    ],
    ['beginning a list item', '- ::note\n  Text\n  ::', ['ul', {}, ['li', {}, ['note', {}, ['p', {}, 'Text']]]]],
    [
      'in a quote',
      '> Before\n> ::note\n> Text\n> ::',
      ['blockquote', {}, ['p', {}, 'Before'], ['note', {}, ['p', {}, 'Text']]],
    ],
    [
      'in a list in a component',
      '::steps\n1. a\n   ::note\n   Text\n   ::\n2. b\n::',
      ['steps', {}, ['ol', {}, ['li', {}, 'a', ['note', {}, ['p', {}, 'Text']]], ['li', {}, 'b']]],
    ],
  ])('%s', (_, source, expected) => {
    expect(parseMdc(source)).toMatchObject({ body: { value: [expected] }, problems: [] })
  })

  test('a component ends the list above it unless it is indented as far', () => {
    expect(tree('- a\n::note\nx\n::')).toEqual([
      ['ul', {}, ['li', {}, 'a']],
      ['note', {}, ['p', {}, 'x']],
    ])
  })

  test('a closing fence indented like the list above it still closes its block', () => {
    expect(parseMdc('::a\n- x\n  ::\n')).toMatchObject({
      body: { value: [['a', {}, ['ul', {}, ['li', {}, 'x']]]] },
      problems: [],
    })
  })
})

describe('a component alone on its line is a block', () => {
  test.each<[string, string, AstNode[]]>([
    [
      'one below another',
      ':a{b=c}\n:d[e]{f}',
      [
        ['a', { b: 'c' }],
        ['d', { ':f': 'true', f: '' }, 'e'],
      ],
    ],
    [
      'below text and above it',
      'a\n :b[c] \nd',
      [
        ['p', {}, 'a'],
        ['b', {}, 'c'],
        ['p', {}, 'd'],
      ],
    ],
    ['in a block', '::g\n:a\n:b\n::', [['g', {}, ['a', {}], ['b', {}]]]],
    ['in a quote', '> a\n> :b', [['blockquote', {}, ['p', {}, 'a'], ['b', {}]]]],
    [
      'above a list',
      ':a\n- b',
      [
        ['a', {}],
        ['ul', {}, ['li', {}, 'b']],
      ],
    ],
    ['not with words beside it', ':a b\nc :d', [['p', {}, ['a', {}], ' b\nc ', ['d', {}]]]],
    ['not when it is a short name', 'a\n:tada:', [['p', {}, 'a\n🎉']]],
    ['not when it goes on', ':a[b\nc] d', [['p', {}, ['a', {}, 'b\nc'], ' d']]],
  ])('%s', (_, source, expected) => {
    expect(parseMdc(source).body.value).toEqual(expected)
  })
})

test('dots in YAML names are levels, at any depth', () => {
  expect(parseMdc('::a\n---\nb:\n  c.d: [{ e.f: 1 }]\n---\n::').body.value).toEqual([
    ['a', { ':b': '{"c":{"d":[{"e":{"f":1}}]}}' }],
  ])
})
