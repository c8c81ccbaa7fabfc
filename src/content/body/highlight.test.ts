import { describe, expect, test } from 'bun:test'
import { type AstNode, type Body, childrenOf, isElement, textOf } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { createHighlighter } from './highlight.ts'

const highlighter = createHighlighter()

async function highlighted(source: string): Promise<Body> {
  return highlighter.highlight(parseMdc(source).body)
}

/** Returns the lines of a text's only code block. */
async function lines(source: string): Promise<AstNode[]> {
  const { value } = await highlighted(source)
  const [pre] = value
  const [code] = pre && isElement(pre) ? childrenOf(pre) : []
  return code && isElement(code) ? childrenOf(code) : []
}

test('code becomes lines of tokens with classes for their kind', async () => {
  expect(await lines('```ts\nconst a = f("x") // c\n\nclass B {}\n```')).toEqual([
    [
      'span',
      { class: 'line', line: 1 },
      ['span', { class: 'tk-k' }, 'const'],
      ' a ',
      ['span', { class: 'tk-p' }, '= '],
      ['span', { class: 'tk-f' }, 'f'],
      ['span', { class: 'tk-p' }, '('],
      ['span', { class: 'tk-s' }, '"x"'],
      ['span', { class: 'tk-p' }, ') '],
      ['span', { class: 'tk-c' }, '// c'],
      '\n',
    ],
    ['span', { class: 'line', line: 2 }, '\n'],
    [
      'span',
      { class: 'line', line: 3 },
      ['span', { class: 'tk-k' }, 'class '],
      ['span', { class: 'tk-t' }, 'B '],
      ['span', { class: 'tk-p' }, '{}'],
      '\n',
    ],
  ])
})

describe('every language of the documentation is highlighted', () => {
  test.each([
    ['bash', 'echo "a" # b', ['tk-f', 'tk-s', 'tk-c']],
    ['tsx', 'const a = <b c={1} />', ['tk-k', 'tk-g', 'tk-a', 'tk-n']],
    ['json', '{ "a": [1, "b"] }', ['tk-v', 'tk-n', 'tk-s']],
    ['yaml', 'a: "b" # c', ['tk-v', 'tk-s', 'tk-c']],
    ['md', '# a\n[b](/c)', ['tk-h', 'tk-l']],
    ['mdc', '::note{a="b"}\n::', ['tk-g', 'tk-a', 'tk-s']],
    ['sql', "select 'a' from b -- c", ['tk-k', 'tk-s', 'tk-c']],
    ['css', '.a { color: #fff }', ['tk-a', 'tk-v', 'tk-n']],
    ['html', '<a b="c">d</a>', ['tk-g', 'tk-a', 'tk-s']],
    ['nginx', 'server { listen 80; } # a', ['tk-k', 'tk-n', 'tk-c']],
    ['ini', '[a]\nb=c ; d', ['tk-h', 'tk-v']],
    ['http', 'GET /a HTTP/1.1\nHost: b', ['tk-k', 'tk-s']],
    ['diff', '-a\n+b', ['tk-d', 'tk-i']],
    ['docker', 'FROM a\n# b', ['tk-k', 'tk-c']],
  ])('%s', async (language, code, classes) => {
    const nodes = await lines(`\`\`\`${language}\n${code}\n\`\`\``)
    const found = JSON.stringify(nodes).match(/tk-\w/g) ?? []
    expect(found).toEqual(expect.arrayContaining(classes))
    expect(nodes.map(textOf).join('')).toBe(`${code}\n`)
  })
})

test('author marks become line classes; the notation is hidden but stays in the source', async () => {
  const code = [
    'a() // [!code ++]',
    'b() // [!code --]',
    'c()',
    'd() // [!code focus:2]',
    'e() // [!code error]',
    '# [!code x]',
  ]
  const source = `\`\`\`ts {1,3}\n${code.join('\n')}\n\`\`\``
  const nodes = await lines(source)
  expect(nodes.map((node) => (isElement(node) ? [node[1].class].flat().join(' ') : ''))).toEqual([
    'line highlight diff add',
    'line diff remove',
    'line highlight',
    'line focus',
    'line focus error',
    'line',
  ])
  expect(nodes.map(textOf)).toEqual(['a()\n', 'b()\n', 'c()\n', 'd()\n', 'e()\n', '# [!code x]\n'])
  const [pre] = (await highlighted(source)).value
  expect(pre && isElement(pre) && pre[1].code).toBe(`${code.join('\n')}\n`)
})

test('an unknown language is plain and reported once, known ones are not', async () => {
  const unknown: string[] = []
  const { body } = parseMdc(
    '```nolang\na b\n```\n\n```nolang\nc\n```\n\n```constructor\nx\n```\n\n```\nd\n```\n\n`e`{lang="ts"}',
  )
  const { value } = await highlighter.highlight(body, (language) => unknown.push(language))
  expect(unknown).toEqual(['nolang', 'constructor'])
  expect(value[0]).toMatchObject(['pre', {}, ['code', {}, ['span', { class: 'line', line: 1 }, 'a b\n']]])
})

test('inline code is highlighted if its language is given', async () => {
  const { value } = await highlighted('a `const b`{lang="ts"} `c`')
  expect(value).toEqual([
    [
      'p',
      {},
      'a ',
      [
        'code',
        { className: 'language-ts shiki shiki-themes github-light github-dark', language: 'ts', style: '' },
        ['span', { class: 'tk-k' }, 'const'],
        ' b',
      ],
      ' ',
      ['code', {}, 'c'],
    ],
  ])
})

test('code in blocks is found; everything else stays as it is', async () => {
  const { value, toc } = await highlighted('## A\n\n::code-group\n```json [a.json]\n{}\n```\n::')
  expect(value).toMatchObject([
    ['h2', { id: 'a' }, 'A'],
    [
      'code-group',
      {},
      ['pre', { filename: 'a.json' }, ['code', {}, ['span', { line: 1 }, ['span', { class: 'tk-p' }, '{}'], '\n']]],
    ],
  ])
  expect(toc?.links).toHaveLength(1)
})

test('very long code stays plain', async () => {
  const code = 'const a = 1\n'.repeat(10_000)
  const { value } = await highlighted(`\`\`\`ts\n${code}\`\`\``)
  expect(value).toMatchObject([['pre', {}, ['code', {}, code]]])
})

test('a very long line loses nothing', async () => {
  const nodes = await lines(`\`\`\`json\n"${'x'.repeat(5000)}"\n\`\`\``)
  expect(nodes.map(textOf).join('')).toBe(`"${'x'.repeat(5000)}"\n`)
})

test('a notation on a line of its own marks the lines below and leaves no empty line', async () => {
  const classes = (nodes: AstNode[]) => nodes.map((node) => (isElement(node) ? [node[1].class].flat().join(' ') : ''))
  const nodes = await lines(
    '```ts {2}\na()\n// [!code ++]\nb()\n  /* [!code focus:2] */\n// [!code error]\nc()\nd()\n```',
  )
  expect(nodes.map(textOf)).toEqual(['a()\n', 'b()\n', 'c()\n', 'd()\n'])
  expect(classes(nodes)).toEqual(['line', 'line highlight diff add', 'line focus error', 'line focus'])
  const last = await lines('```js\na()\n// [!code --]\n```')
  expect([last.map(textOf), classes(last)]).toEqual([['a()\n'], ['line']])
})
