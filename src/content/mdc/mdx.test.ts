import { expect, test } from 'bun:test'
import { plainMarkdown } from './mdx.ts'

const plain = (source: string, isMdx = true) => plainMarkdown(source, isMdx).text

test('imports and exports are removed, counted, and all other lines keep their position', () => {
  const source = [
    "import A from './a'",
    'import {',
    '  B,',
    "} from 'b';",
    '',
    'export const meta = {',
    '  a: [1],',
    '',
    "  b: '}',",
    '}',
    '',
    'Text',
    "import 'not.css' within a paragraph",
  ]
  const { text, dropped } = plainMarkdown(source.join('\n'), true)
  expect(text).toBe(`${'\n'.repeat(11)}Text\nimport 'not.css' within a paragraph`)
  expect(dropped).toEqual({ line: 0, modules: 3, comments: 0 })
})

test('in a Markdown file sentences that begin with such words stay, modules are removed', () => {
  for (const text of [
    'import taxes rose',
    'export default is a form',
    'import os',
    "    import a from 'a'",
    'exports',
  ]) {
    expect(plain(text, false)).toBe(text)
  }
  for (const text of [
    "import a from 'a'",
    "import {a} from 'a';",
    "import 'a.css'",
    'export const a = 1',
    "export * from 'a'",
  ]) {
    expect(plain(text, false)).toBe('')
  }
  expect(plain('a\n\nexport const b = 1\nText', false)).toBe('a\n\n\nText')
})

test('comments are removed everywhere, except those that set the id of a heading', () => {
  expect(plain('a {/* b */}c\n\n{/* d\n\n```\n*/}\ne')).toBe('a c\n\n\n\n\n\ne')
  expect(plain('## Title {/*own-id*/}\n\n## Two {/* a word */}\n\n{/*alone*/}')).toBe(
    '## Title {/*own-id*/}\n\n## Two \n\n',
  )
  expect(plainMarkdown('a {/* b */} {/* c */}', false).dropped).toEqual({ line: 0, modules: 0, comments: 2 })
})

test('code and unclosed comments are kept', () => {
  for (const text of [
    "```js\nimport a from 'a'\n{/* b */}\n```",
    '~~~\n{/* a */}\n~~~',
    'a `{/* b */}` ``{/* ` */}``',
    'a `b\n{/* c */}` d',
    'a {/* b',
    "<!--\nimport a from 'a'\n\n{/* b */}\n-->",
    "1. a\n   ```js\n   import b from 'b'\n   ```",
  ]) {
    expect(plain(text)).toBe(text)
    expect(plainMarkdown(text, false).dropped).toBeUndefined()
  }
  expect(plain('a ` b\n\n{/* c */}\n\n` d')).toBe('a ` b\n\n\n\n` d')
})

test('texts in braces are text in MDX', () => {
  expect(plain(`a{' '}b{" "}c {'{d}'} <A b={'e'} /> \`{' '}\``)).toBe(`a b c {d} <A b={'e'} /> \`{' '}\``)
  expect(plain(`a{' '}b`, false)).toBe(`a{' '}b`)
})

test('a module that seems open ends at an empty line, with any line endings', () => {
  const source = ["export const Note = () => (<p title={'>Don't</p>);", '', '# Title', 'text']
  expect(plain(source.join('\r\n'))).toBe('\n\n# Title\ntext')
  expect(plain(source.join('\r'))).toBe('\n\n# Title\ntext')
  expect(plain('a\r\n\r\n{/* b\r\n*/}c')).toBe('a\n\n\nc')
})

test('apostrophes and addresses in the text of a module do not hide brackets', () => {
  const rest = '\n\nIntro.\n\n1) First step.'
  for (const module of [
    "export const N = () => (<p>Don't</p>);",
    'export const N = () => (<p>See https://a.test</p>);',
    'export const N = () => (\n  <p>5" screen</p>\n)',
    "export const a = ['(', \"it's (\", 'a\\'(']",
    'export const a = [1] // (',
  ]) {
    const lines = module.split('\n').length - 1
    expect(plain(module + rest)).toBe('\n'.repeat(lines) + rest)
  }
})

test('in a Markdown file a comment ends in its paragraph; code and template braces stay', () => {
  for (const text of [
    'a {/* b\n\nc\n\nd */} e',
    'a {/* b\n```js\nc */}\n```',
    '<pre>\n{/* a */}\n\nimport b from "b"\n</pre>',
    '<pre class="a">{/* a */}</pre>',
    '{{/* a */}}',
  ]) {
    expect(plain(text, false)).toBe(text)
  }
  expect(plain('a {/* b\nc */} d', false)).toBe('a \n d')
  expect(plain('<pre>a</pre>\n{/* b */}c', false)).toBe('<pre>a</pre>\nc')
})

test('a module may follow a comment, a heading or a code block', () => {
  const module = "import a from 'a'"
  for (const above of ['{/* a */}', '# Title', '```js\na\n```', '<!-- a\n-->', '<!-- a -->']) {
    const left = above.startsWith('{') ? '' : above
    expect(plain(`${above}\n${module}\n\nb`)).toBe(`${left}\n\n\nb`)
    if (above !== '# Title') expect(plain(`${above}\n${module}\n\nb`, false)).toBe(`${left}\n\n\nb`)
  }
  expect(plain(`a {/* b */}\n${module}`)).toBe(`a \n${module}`)
})

// Quadratic parsing of these texts would take longer than a test may.
test('parsing takes linear time in the length of a text', () => {
  for (const part of [
    '`',
    '{/*',
    '` `` ',
    "import a from 'a\n",
    'export const a = {\n',
    'import {\n\n',
    'export const a = {\n\n',
    '{/* */}`',
    "{' ",
    "export const a = '\\'",
  ])
    expect(plain(part.repeat(400_000 / part.length))).toBeString()
})
