import { describe, expect, test } from 'bun:test'
import { type AstNode, textOf } from './ast.ts'
import { parseMdc } from './parse.ts'
import { isSafeAddress, isSafeProp } from './safety.ts'

describe('addresses that run code are refused in any spelling', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    '\u00a0javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,AAAA',
    'DATA:text/html;base64,AAAA',
    'blob:https://a/b',
    'file:///etc/passwd',
    'unknown:thing',
  ])('%j', (address) => {
    expect(isSafeAddress(address)).toBe(false)
  })

  test.each([
    '/a',
    'a/b:c',
    '#a',
    '?a=javascript:b',
    './javascript:a',
    'https://a/b',
    'HTTP://a',
    '//a/b',
    'mailto:a@b.cd',
    'tel:+7',
    'tg://resolve?domain=a',
    'data:image/png;base64,AAAA',
    'доки:раз',
  ])('%j passes', (address) => {
    expect(isSafeAddress(address)).toBe(true)
  })
})

describe('props that could run code are refused', () => {
  test.each([
    ['onclick', 'x'],
    [':onclick', '"x"'],
    ['on-click', 'x'],
    ['onLoad', 'x'],
    ['@click', 'x'],
    ['v-on:click', 'x'],
    ['v-html', 'x'],
    ['srcdoc', 'x'],
    ['formaction', '/a'],
    ['innerHTML', 'x'],
    ['inner-html', 'x'],
    [':innerHTML', '"x"'],
    ['dangerouslySetInnerHTML', 'x'],
    [':dangerously-set-inner-html', '{"__html":"x"}'],
    ['href', 'javascript:x'],
    ['to', ' javascript:x'],
    [':to', '"javascript:x"'],
    [':to', 'javascript:x'],
    ['xlink:href', 'javascript:x'],
    ['anything', 'javascript:x'],
    ['srcset', '/a 1x, javascript:x 2x'],
    [':links', '[{"to":"/a"},{"to":"javascript:x"}]'],
    [':a', '{"b":{"innerHTML":"x"}}'],
    ['style', 'background: url(//elsewhere.example/seen.png)'],
    ['style', 'background: URL  ("/x")'],
    ['style', 'a: javascript:x'],
    ['style', 'behavior: x'],
    ['style', 'behaviour: x'],
    ['style', '-moz-binding: x'],
    ['style', '@import "x"'],
    ['style', 'a: expression(x)'],
    ['style', 'a: \\75rl(x)'],
  ])('%s=%s', (name, value) => {
    expect(isSafeProp(name, value)).toBe(false)
  })

  test.each([
    ['title', 'javascript: the good parts'],
    ['label', 'data: what it is'],
    ['to', '/a'],
    [':to', '$doc.path'],
    [':links', '[{"to":"/a","label":"javascript: x"}]'],
    ['style', 'color: red'],
    ['name', 'online'],
  ])('%s=%s passes', (name, value) => {
    expect(isSafeProp(name, value)).toBe(true)
  })
})

describe('raw HTML', () => {
  test.each<[string, string, AstNode[]]>([
    ['elements become nodes', '<p align="center">a <b>b</b></p>', [['p', { align: 'center' }, 'a ', ['b', {}, 'b']]]],
    [
      'inline',
      'a <kbd class="c d" data-x=1>b</kbd><br/>c',
      [['p', {}, 'a ', ['kbd', { className: ['c', 'd'], dataX: '1' }, 'b'], ['br', {}], 'c']],
    ],
    [
      'around Markdown',
      '<details open>\n<summary>S &amp; T</summary>\n\ninner **md**\n\n</details>\n\nafter',
      [
        ['details', { open: true }, ['summary', {}, 'S & T'], ['p', {}, 'inner ', ['strong', {}, 'md']]],
        ['p', {}, 'after'],
      ],
    ],
    ['around a component', '<div>\n\n::note\nx\n::\n\n</div>', [['div', {}, ['note', {}, ['p', {}, 'x']]]]],
    ['components as tags', 'a <MyBadge colSpan="2">x</MyBadge>', [['p', {}, 'a ', ['my-badge', { colSpan: 2 }, 'x']]]],
    [
      'not closed',
      'a <b>b\n\nc',
      [
        ['p', {}, 'a ', ['b', {}, 'b']],
        ['p', {}, 'c'],
      ],
    ],
    ['closed twice', 'a <b>b</b></b></i> c', [['p', {}, 'a ', ['b', {}, 'b'], ' c']]],
    ['no tags', 'a < b > c <3 <- <:', [['p', {}, 'a < b > c <3 <- <:']]],
    [
      'handlers and addresses',
      '<a href="javascript:x" onclick="y" title="z">a</a>',
      [['p', {}, ['a', { title: 'z' }, 'a']]],
    ],
    ['addresses in disguise', '<a href="java&#10;script&colon;x">a</a>', [['p', {}, ['a', {}, 'a']]]],
    [
      'scripts are their text',
      '<script src="/x.js">\nalert("<b>1</b>")\n</script>\n\na',
      [
        ['script', {}, '\nalert("<b>1</b>")\n'],
        ['p', {}, 'a'],
      ],
    ],
    ['scripts inside a line', 'a <script>b</script> c', [['p', {}, 'a <script>b</script> c']]],
    [
      'frames, objects and styles are text',
      '<iframe srcdoc="<p>x"></iframe>\n<style>a{}</style><base href="//x">',
      [
        ['p', {}, '<iframe srcdoc="<p>x"></iframe>'],
        ['p', {}, '<base href="//x">'],
      ],
    ],
    ['drawings are text', '<svg onload=alert(1)>', [['p', {}, '<svg onload=alert(1)>']]],
  ])('%s', (_, source, expected) => {
    expect(parseMdc(source).body.value).toEqual(expected)
  })
})

describe('Markdown and components', () => {
  test.each<[string, string, AstNode[]]>([
    ['links', '[a](javascript:x) [b](<data:text/html,x>)', [['p', {}, ['a', {}, 'a'], ' ', ['a', {}, 'b']]]],
    ['links in disguise', '[a](java&#x0A;script:x)', [['p', {}, ['a', {}, 'a']]]],
    ['reference links', '[a][b]\n\n[b]: vbscript:x', [['p', {}, ['a', {}, 'a']]]],
    ['autolinks', '<javascript:x>', [['p', {}, ['a', {}, 'javascript:x']]]],
    ['images', '![a](javascript:x)', [['p', {}, ['img', { alt: 'a' }]]]],
    ['attributes', '[a](/b){onclick=x href="javascript:y"}', [['p', {}, ['a', { href: '/b' }, 'a']]]],
    ['props', '::note{to="javascript:x" :onclick="z" onerror}\n::', [['note', {}]]],
    [
      'props in YAML',
      '::note\n---\nonclick: x\nto: javascript:y\nlinks: [{ to: "javascript:z" }]\nok: 1\n---\n::',
      [['note', { ':ok': '1' }]],
    ],
    ['slot attributes', '::a\n#b{onclick=x}\ny\n::', [['a', {}, ['template', { 'v-slot:b': '' }, ['p', {}, 'y']]]]],
    [
      'names of elements that run code',
      '::script{src="/x"}\na\n::\n\nb :iframe[c]',
      [
        ['div', { src: '/x' }, ['p', {}, 'a']],
        ['p', {}, 'b ', ['span', {}, 'c']],
      ],
    ],
    [
      'prototypes',
      '::a\n---\n__proto__:\n  b: 1\nconstructor.prototype.c: 1\n---\n::',
      [['a', { ':constructor': '{"prototype":{"c":1}}' }]],
    ],
  ])('%s', (_, source, expected) => {
    const { body, problems } = parseMdc(source)
    expect(body.value).toEqual(expected)
    expect(problems.every(({ fatal }) => !fatal)).toBe(true)
    expect(Reflect.get({}, 'c')).toBeUndefined()
  })

  test('dropped addresses and attributes are reported', () => {
    expect(parseMdc('a\n\n[b](javascript:x)').problems).toEqual([
      {
        line: 3,
        message: 'The address javascript:x was left out: it could run code',
        hint: 'Use http, https or mailto.',
        fatal: false,
      },
    ])
    expect(parseMdc('::note{onclick="x()"}\n::').problems).toMatchObject([
      { line: 1, message: 'The attribute onclick="x()" was left out: it could run code' },
    ])
  })
})

test('forbidden characters are replaced, literal ones and references', () => {
  const text = (source: string) => textOf(parseMdc(source).body.value[0] ?? '')
  const bad = ['\x01', '\x0b', '\x1b', '\x7f', '\x80', '\x9f', '\ufdd0', '\uffff', '\u{1ffff}']
  for (const character of bad) {
    expect(text(`a${character}b`)).toBe('a\ufffdb')
    expect(text(`\`a${character}b\``)).toBe('a\ufffdb')
    const reference = `a&#${character.codePointAt(0)};b`
    expect(text(reference)).not.toContain(character)
  }
  expect(text('a\tb\u200bc\u00a0d')).toBe('a\tb\u200bc\u00a0d')
})
