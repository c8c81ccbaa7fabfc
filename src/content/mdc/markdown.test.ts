import { describe, expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

const code = (text: string): AstNode => ['code', { __ignoreMap: '' }, text]

describe('blocks', () => {
  test.each<[string, string, AstNode[]]>([
    [
      'headings',
      '# A\n\nB *c*\n---\n\n### D `e` **f**',
      [
        ['h1', { id: 'a' }, 'A'],
        ['h2', { id: 'b-c' }, 'B ', ['em', {}, 'c']],
        ['h3', { id: 'd-e-f' }, 'D ', ['code', {}, 'e'], ' ', ['strong', {}, 'f']],
      ],
    ],
    ['a tight list', '- a\n- b\n  - c', [['ul', {}, ['li', {}, 'a'], ['li', {}, 'b', ['ul', {}, ['li', {}, 'c']]]]]],
    ['a loose list', '3. a\n\n   b\n4. c', [['ol', { start: 3 }, ['li', {}, 'a', ['br', {}], 'b'], ['li', {}, 'c']]]],
    [
      'tasks',
      '- [ ] a\n- [x] b',
      [
        [
          'ul',
          { className: ['contains-task-list'] },
          ['li', { className: ['task-list-item'] }, ['input', { disabled: true, type: 'checkbox' }], ' a'],
          [
            'li',
            { className: ['task-list-item'] },
            ['input', { checked: true, disabled: true, type: 'checkbox' }],
            ' b',
          ],
        ],
      ],
    ],
    ['a quote', '> a\nlazy\n>\n> > b', [['blockquote', {}, ['p', {}, 'a\nlazy'], ['blockquote', {}, ['p', {}, 'b']]]]],
    [
      'a table',
      '| a | b |\n|:-:|--:|\n| x \\| y | `z` |',
      [
        [
          'table',
          {},
          ['thead', {}, ['tr', {}, ['th', { align: 'center' }, 'a'], ['th', { align: 'right' }, 'b']]],
          [
            'tbody',
            {},
            ['tr', {}, ['td', { align: 'center' }, 'x | y'], ['td', { align: 'right' }, ['code', {}, 'z']]],
          ],
        ],
      ],
    ],
    [
      'a table below a line of text',
      'Text:\n| a |\n|---|',
      [
        ['p', {}, 'Text:'],
        ['table', {}, ['thead', {}, ['tr', {}, ['th', {}, 'a']]]],
      ],
    ],
    [
      'a row with more cells than columns keeps them',
      'a|b\n-|-\n1|2|3\n4',
      [
        [
          'table',
          {},
          ['thead', {}, ['tr', {}, ['th', {}, 'a'], ['th', {}, 'b']]],
          ['tbody', {}, ['tr', {}, ['td', {}, '1'], ['td', {}, '2 | 3']], ['tr', {}, ['td', {}, '4'], ['td', {}]]],
        ],
      ],
    ],
    [
      'a rule and a paragraph of two lines',
      'a\n  b\n\n***',
      [
        ['p', {}, 'a\nb'],
        ['hr', {}],
      ],
    ],
    [
      'indented code',
      '    a\n\n      b\n',
      [['pre', { className: ['language-text'], code: 'a\n\n  b\n', language: 'text' }, code('a\n\n  b\n')]],
    ],
    [
      'a comment is dropped',
      'a <!-- b --> c\n\n<!-- d\n\ne -->\n\nf',
      [
        ['p', {}, 'a  c'],
        ['p', {}, 'f'],
      ],
    ],
    ['empty text', ' \n\n', []],
  ])('%s', (_, source, expected) => {
    expect(parseMdc(source)).toMatchObject({ body: { value: expected }, problems: [] })
    expect(parseMdc(source).body.value).toEqual(expected)
  })
})

describe('code fences', () => {
  test.each<[string, string, object]>([
    [
      'everything',
      'ts [src/a.ts] {1,3-4} foo="bar" twoslash',
      {
        className: ['language-ts'],
        language: 'ts',
        filename: 'src/a.ts',
        highlights: [1, 3, 4],
        meta: 'foo="bar" twoslash',
      },
    ],
    [
      'no spaces',
      'bash[npm.sh]{2,4-5} meta=1',
      { className: ['language-bash'], language: 'bash', filename: 'npm.sh', highlights: [2, 4, 5], meta: 'meta=1' },
    ],
    [
      'ranges first',
      'ts{2} [a.ts]',
      { className: ['language-ts'], language: 'ts', filename: 'a.ts', highlights: [2], meta: '' },
    ],
    [
      'brackets in the name',
      'tsx [pages/\\[id\\].tsx]',
      { className: ['language-tsx'], language: 'tsx', filename: 'pages/[id].tsx', meta: '' },
    ],
    [
      'brackets in the name after two backslashes',
      'vue [a/[...id\\\\].vue (b)]',
      { className: ['language-vue'], language: 'vue', filename: 'a/[...id].vue (b)', meta: '' },
    ],
    [
      'brackets in brackets',
      'ts [a/[id]/b.ts] m',
      { className: ['language-ts'], language: 'ts', filename: 'a/[id]/b.ts', meta: 'm' },
    ],
    ['characters that end lines elsewhere', 'ts a\u2028b', { className: ['language-ts'], language: 'ts', meta: 'a b' }],
    [
      'braces that are no ranges',
      'ts props={{a: 1}}',
      { className: ['language-ts'], language: 'ts', meta: 'props={{a: 1}}' },
    ],
    ['ranges without sense', 'ts {0-0,x,5-2}', { className: ['language-ts'], language: 'ts', meta: '{0-0,x,5-2}' }],
  ])('%s', (_, info, props) => {
    const [pre] = parseMdc(`\`\`\`${info}\na\n\`\`\``).body.value
    expect(pre).toEqual(['pre', { ...props, code: 'a\n' }, code('a\n')])
  })

  test('a huge range stays small', () => {
    const [pre] = parseMdc('```ts {1-999999999}\na\n```').body.value
    expect(JSON.stringify(pre).length).toBeLessThan(50_000)
  })
})

describe('ids of headings', () => {
  test.each<[string, string[]]>([
    ['## Head\n## Head\n## Head', ['head', 'head-1', 'head-2']],
    ['## Head 1\n## Head\n## Head', ['head-1', 'head', 'head-2']],
    ['## Второй 2', ['второй-2']],
    ['## 123 num', ['_123-num']],
    ['## a -- b\n## a - b', ['a-b', 'a-b-1']],
    ['## 🚀\n## !', ['section', 'section-1']],
    ['## Head {#custom}', ['head-custom']],
    ['## constructor\n## hasOwnProperty', ['constructor', 'hasownproperty']],
  ])('%s', (source, ids) => {
    expect(parseMdc(source).body.value.map((node) => (typeof node === 'string' ? '' : node[1].id))).toEqual(ids)
  })
})

describe('title and description', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['# A `b`\n\nText\nhere\n\nmore', 'A b', 'Text here'],
    ['---\n\n# A\n\n---\n\nText', 'A', 'Text'],
    ['Text\n\n# A', undefined, 'Text'],
    ['# A\n\n## B\n\nText', 'A', undefined],
    ['## A\n\nText', undefined, undefined],
  ])('%j', (source, title, description) => {
    const parsed = parseMdc(source)
    expect({ title: parsed.title, description: parsed.description }).toEqual({ title, description })
  })

  test('the text before <!-- more --> is the excerpt', () => {
    const { excerpt, body } = parseMdc('# A\n\nb\n\n<!-- more -->\n\nc')
    expect(excerpt?.value).toEqual([
      ['h1', { id: 'a' }, 'A'],
      ['p', {}, 'b'],
    ])
    expect(body.value).toHaveLength(3)
    expect(parseMdc('a').excerpt).toBeUndefined()
  })

  test('the table of contents has the headings below h1, including those in blocks', () => {
    const { toc } = parseMdc('# A\n## B\n### C\n#### D\n::steps\n### E\n::\n## F\n::a\n:::b\n## G\n:::\n::').body
    expect(toc).toEqual({
      title: '',
      searchDepth: 2,
      depth: 2,
      links: [
        {
          id: 'b',
          depth: 2,
          text: 'B',
          children: [
            { id: 'c', depth: 3, text: 'C' },
            { id: 'e', depth: 3, text: 'E' },
          ],
        },
        { id: 'f', depth: 2, text: 'F' },
      ],
    })
  })
})
