import { expect, test } from 'bun:test'
import { mayContainFormulas } from './lex/formula.ts'
import { parseMdc } from './parse.ts'

const nodes = (source: string) => parseMdc(source, { formulas: true }).body.value

test('text between dollar signs is a formula, and its content is not Markdown', () => {
  expect(nodes('Let $a_1 * b_2 * c$ be, and $\\{x\\}$; **bold $y*z$ end**.')).toEqual([
    [
      'p',
      {},
      'Let ',
      ['formula', {}, 'a_1 * b_2 * c'],
      ' be, and ',
      ['formula', {}, '\\{x\\}'],
      '; ',
      ['strong', {}, 'bold ', ['formula', {}, 'y*z'], ' end'],
      '.',
    ],
  ])
  expect(nodes('Доля $\\frac{v_{ср}}{v}$, и ($x$)«$y$»')[0]).toContainEqual(['formula', {}, '\\frac{v_{ср}}{v}'])
})

test.each([
  'from $5 to $10',
  'It costs $5 (or 7$).',
  '$5 and 10$',
  '$20 млн и 30$',
  '$5-$10, $5/$10 and US$5',
  'A $HOME and a $PATH, `$x$`, a$b$c',
  '\\$x\\$ and \\$5$',
  '$ x $ and $$',
  'one $x\n\ny$ two',
  '$5 for `a$`',
  'see [a](/x$y) and [b](/z$w)',
])('prose with dollar signs stays prose: %s', (source) => {
  expect(JSON.stringify(nodes(source))).not.toContain('"formula"')
})

test('two dollar signs make a display formula in lines, lists and quotes', () => {
  expect(nodes('$$x = 1$$')).toEqual([['formula', { display: '' }, 'x = 1']])
  expect(nodes('a $$x$$ b')).toEqual([['p', {}, 'a ', ['formula', { display: '' }, 'x'], ' b']])
  const code = '"code":"a\\n\\n- b\\n= c\\n"'
  const [before, fence, behind] = nodes('Text\n$$\na\n\n- b\n= c\n$$\nmore')
  expect([before, behind]).toEqual([
    ['p', {}, 'Text'],
    ['p', {}, 'more'],
  ])
  expect(JSON.stringify(fence)).toContain(code)
  expect(JSON.stringify(nodes('$$a\n\n- b\n= c$$'))).toContain(code)
  expect(JSON.stringify(nodes('- item\n\n  $$\n  a\n  $$'))).toContain('"code":"a\\n"')
  expect(JSON.stringify(nodes('> $$\n> a\n> $$'))).toContain('"code":"a\\n"')
  expect(JSON.stringify(nodes('::note\n$$\na\n$$\n::'))).toContain('"code":"a\\n"')
})

test('dollar signs in code, or without an end, stay as they are', () => {
  for (const source of ['```md\n$$\na\n$$\n```', '$$\na', '~~~\n$$\n~~~\n\n$$']) {
    expect(JSON.stringify(nodes(source))).not.toContain('"language":"math"')
  }
})

test('the API gets the text as written', () => {
  expect(parseMdc('a $x$ b').body.value).toEqual([['p', {}, 'a $x$ b']])
})

test('a text is parsed for formulas only if it may contain some', () => {
  expect(['a $x$', '$$\nx\n$$', '`$a$`'].map(mayContainFormulas)).toEqual([true, true, true])
  expect(['a', 'from $5 to $10'].map(mayContainFormulas)).toEqual([false, false])
})

test('very many dollar signs take linear time', () => {
  for (const source of ['$a '.repeat(200_000), '$$\n'.repeat(100_000), '$'.repeat(300_000), '$$a\n'.repeat(100_000)]) {
    nodes(source)
    mayContainFormulas(source)
  }
}, 60_000)
