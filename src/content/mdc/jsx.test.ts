import { expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

const nodes = (source: string, isMdx = false) => parseMdc(source, { isMdx }).body.value
const listing = (code: string): AstNode => ['pre', expect.objectContaining({ code }), expect.anything()]
const pre = expect.arrayContaining(['pre'])

test('content of a component is Markdown, even without empty lines around it', () => {
  const inside: AstNode[] = [['p', {}, ['strong', {}, 'a']]]
  expect(nodes('<TabItem label="x">\n**a**\n</TabItem>\n\nb')).toEqual([
    ['tab-item', { label: 'x' }, ...inside],
    ['p', {}, 'b'],
  ])
  expect(nodes('<my-tab>\n**a**\n</my-tab>')).toEqual([['my-tab', {}, ...inside]])
  expect(nodes('<Tabs.Item>\n**a**\n</Tabs.Item>')).toEqual([['tabs-item', {}, ...inside]])
  expect(nodes('Text\n<Gap />\nmore')).toEqual([
    ['p', {}, 'Text'],
    ['gap', {}],
    ['p', {}, 'more'],
  ])
})

test('code and lists in a component are read at any depth', () => {
  const source =
    '<Tabs>\n  <TabItem label="x">\n    ```js\n      a\n\n  b\n    ```\n\n      - c\n  </TabItem>\n</Tabs>\n\n    d\n'
  const [tabs, code] = nodes(source)
  expect(tabs).toMatchObject(['tabs', {}, ['tab-item', {}, listing('  a\n\nb\n'), ['ul', {}, ['li', {}, 'c']]]])
  expect(code).toEqual(pre)
  expect(
    nodes('1. a\n   <Tabs>\n      <TabItem>\n      ```sh\n      b\n      ```\n      </TabItem>\n   </Tabs>\n2. c'),
  ).toMatchObject([['ol', {}, ['li', {}, 'a', ['tabs', {}, ['tab-item', {}, listing('b\n')]]], ['li', {}, 'c']]])
})

test('a tag may have expressions, even over several lines', () => {
  const source = '<Foo\n  a={"b"}\n  c={[1, 2]}\n  d={() => { e("}") }}\n  f={true}\n  {...g}\n  h="i">\nText\n</Foo>'
  expect(nodes(source)).toEqual([['foo', { a: 'b', ':c': '[1,2]', ':f': 'true', h: 'i' }, ['p', {}, 'Text']]])
  expect(nodes('a <Foo b={"c"} d={e} f="g" />')).toEqual([['p', {}, 'a ', ['foo', { b: 'c', f: 'g' }]]])
  expect(nodes('<Foo to={"javascript:x"} onClick={x}>a</Foo>')).toEqual([['p', {}, ['foo', {}, 'a']]])
})

test('HTML keeps its text; in MDX it is Markdown, and indentation makes no code', () => {
  expect(nodes('<div>\n**a**\n</div>')).toEqual([['div', {}, '\n**a**\n']])
  expect(nodes('<div>\n**a**\n</div>', true)).toEqual([['div', {}, ['p', {}, ['strong', {}, 'a']]]])
  expect(nodes('a\n\n    *b*\n\n<details>\n<summary>*c*</summary>\n```js\nd\n```\n</details>', true)).toMatchObject([
    ['p', {}, 'a'],
    ['p', {}, ['em', {}, 'b']],
    ['details', {}, ['summary', {}, ['em', {}, 'c']], listing('d\n')],
  ])
  expect(nodes('<Foo />\n\n    code')).toEqual([['foo', {}], pre])
})

test('an outdented tag end and tabs do not separate code from its fence', () => {
  expect(nodes('<G>\n    <A\n    b="c"\n  />\n  <A b="d" />\n</G>')).toEqual([
    ['g', {}, ['a', { b: 'c' }], ['a', { b: 'd' }]],
  ])
  const tabbed = '<G>\n        1. a\n\n            ```js\n    \t\t    b\n            ```\n</G>'
  expect(nodes(tabbed)).toEqual([['g', {}, ['ol', {}, ['li', {}, 'a', listing('    b\n')]]]])
})

test('a component named like a forbidden element is shown as its content', () => {
  const { body, problems } = parseMdc(
    'If <Math><MathI>x</MathI> = 3</Math>, <Math>y</Math>. <Link href="/a">b</Link>\n\n<Title>\n*c*\n</Title>',
  )
  expect(body.value).toEqual([
    [
      'p',
      {},
      'If ',
      ['span', {}, ['math-i', {}, 'x'], ' = 3'],
      ', ',
      ['span', {}, 'y'],
      '. ',
      ['a', { href: '/a' }, 'b'],
    ],
    ['div', {}, ['p', {}, ['em', {}, 'c']]],
  ])
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '1: Unknown block "Math"; only its content is shown',
    '3: Unknown block "Title"; only its content is shown',
  ])
  expect(parseMdc('<Script>alert(1)</Script> <MATH>a</MATH>').problems).toHaveLength(3)
})

test('problems within components have the correct lines', () => {
  const source =
    'a\n\n<Tabs>\n    <TabItem>\n    b\n\n    [c](javascript:x)\n    </TabItem>\n</Tabs>\n\n[d](javascript:y)'
  expect(parseMdc(source).problems.map(({ line }) => line)).toEqual([7, 11])
})
