import { expect, test } from 'bun:test'
import { textOf } from './ast.ts'
import { parseMdc } from './parse.ts'

function problemsOf(source: string, firstLine?: number) {
  const { problems } = parseMdc(source, firstLine === undefined ? {} : { firstLine })
  return problems.map(({ line, message, fatal }) => ({ line, message, fatal }))
}

test('an unclosed block ends with the text, is reported with its line and loses nothing', () => {
  const { body, problems } = parseMdc('Intro\n\n::note\ninside\n\nmore', { firstLine: 10 })
  expect(problems).toEqual([
    {
      line: 12,
      message: 'The block "::note" is not closed',
      hint: 'Add a line with only :: where the block ends; until then it ends with its parent.',
      fatal: false,
    },
  ])
  expect(body.value).toEqual([
    ['p', {}, 'Intro'],
    ['note', {}, ['p', {}, 'inside'], ['p', {}, 'more']],
  ])
})

test('an unclosed child ends with its parent, and only the child is reported', () => {
  const { body } = parseMdc('::a\n:::b\nx\n::\nafter')
  expect(body.value).toEqual([
    ['a', {}, ['b', {}, ['p', {}, 'x']]],
    ['p', {}, 'after'],
  ])
  expect(problemsOf('::a\n:::b\nx\n::\nafter')).toEqual([
    { line: 2, message: 'The block ":::b" is not closed', fatal: false },
  ])
})

test('a closing fence without an opening is shown and reported, and is not fatal', () => {
  expect(problemsOf('a\n\n::\n\nb')).toEqual([{ line: 3, message: ':: without an open block', fatal: false }])
  expect(parseMdc('a\n\n::\n\nb').body.value).toEqual([
    ['p', {}, 'a'],
    ['p', {}, '::'],
    ['p', {}, 'b'],
  ])
})

test('an unreadable opening, or one with text after it, is shown as text and reported', () => {
  expect(problemsOf('::a\nx\n\n::b{c="d}\ny\n')).toContainEqual({
    line: 4,
    message: 'The line looks like the beginning of the block "b", but its attributes cannot be read',
    fatal: false,
  })
  expect(problemsOf('::a{b=c}[D]')).toMatchObject([{ line: 1, fatal: false }])
  expect(problemsOf('::std is a namespace, ::1 an address')).toEqual([])
})

test('unclosed code ends with the text, inside a block and outside', () => {
  expect(problemsOf('::a\n```js\nx\n::')).toEqual([
    { line: 1, message: 'The block "::a" is not closed', fatal: false },
    { line: 2, message: 'The code that begins with ``` is not closed', fatal: false },
  ])
  expect(problemsOf('x\n\n```js\ny')).toMatchObject([{ line: 3, fatal: false }])
})

test('an unclosed comment is fatal, because its hidden text would be shown', () => {
  expect(problemsOf('a\n\n<!-- b\n\n::')).toMatchObject([{ line: 3, fatal: true }])
  expect(parseMdc('a\n\n<!-- b').body.value.map(textOf)).toEqual(['a', '<!-- b'])
})

test('unreadable YAML is fatal and reported with its own line', () => {
  expect(problemsOf('x\n\n::a\n---\nb: 1\nc: "unclosed\n---\n::')).toMatchObject([{ fatal: true, line: 6 }])
  expect(problemsOf('::a\n---\n- list\n---\n::')).toMatchObject([{ fatal: true, line: 3 }])
})

test('problems in list items, quotes and nested components have the line of the file', () => {
  expect(problemsOf('- a\n- b\n\n  ::note\n  x\n')).toMatchObject([{ line: 4, fatal: false }])
  expect(problemsOf('a\n\n> b\n>\n> [x](javascript:1)\n')).toMatchObject([{ line: 5, fatal: false }])
  expect(problemsOf('::a\n\n:::b\n\n[x](javascript:1)\n:::\n::', 100)).toMatchObject([{ line: 104 }])
  expect(problemsOf('- a\n- b\n\n  ::note{onclick=x}\n  [x](vbscript:1)\n  ::\n\n[y](data:text/html,1)')).toMatchObject(
    [{ line: 4 }, { line: 5 }, { line: 8 }],
  )
})

test('blocks nested too deep stay text, are reported once and lose nothing', () => {
  const depth = 60
  const source = [
    ...Array.from({ length: depth }, (_, at) => `${':'.repeat(at + 2)}b${at}`),
    'core',
    ...Array.from({ length: depth }, (_, at) => ':'.repeat(depth - at + 1)),
  ].join('\n')
  const { body, problems } = parseMdc(source)
  expect(problems).toHaveLength(1)
  expect(problems).toMatchObject([{ line: 33, fatal: false }])
  const text = body.value.map(textOf).join('')
  expect(text).toContain('core')
  expect(text).toContain(':b59')
})

test('a YAML name that is a list or a map is refused at once, however deep it is nested', () => {
  expect(problemsOf(`::a\n---\nb: c\n${'? '.repeat(500)}\n---\n::`)).toEqual([
    { line: 4, message: 'The YAML of the block "a" cannot be read: A key must be plain text', fatal: true },
  ])
})

test('YAML beyond the limit of a page is not parsed, but shown', () => {
  const block = `::a\n---\nb: ${'c'.repeat(19_000)}\n---\n::\n`
  const { body, problems } = parseMdc(block.repeat(12))
  expect(problems).toMatchObject([{ line: 53, fatal: true }, { line: 58 }])
  expect(
    body.value
      .map(textOf)
      .join('')
      .match(/c{19000}/g),
  ).toHaveLength(2)
})

test('a block in a list whose code is indented by tabs closes', () => {
  const source = '1. a\n\n2. b\n\n\t\t```js\n\t\tc\n\t\t```\n\n    :::tip\n    d\n    :::\n'
  expect(parseMdc(source, { isMdx: true }).problems).toEqual([])
})
