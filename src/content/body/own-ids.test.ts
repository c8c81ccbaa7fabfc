import { expect, test } from 'bun:test'
import { parseMdc } from '../mdc/parse.ts'
import { withOwnIds } from './read-body.ts'

const shown = (source: string) => withOwnIds(parseMdc(source).body)
const nodes = (source: string) => shown(source).value
const messages = (source: string) => parseMdc(source).problems.map(({ line, message }) => `${line}: ${message}`)

test('a heading takes its id from braces at its end', () => {
  expect(nodes('## The title {#own.id}\n\n### Код `a` {#код-1}\n\n## <a>x</a> {#x}')).toEqual([
    ['h2', { id: 'own.id' }, 'The title'],
    ['h3', { id: 'код-1' }, 'Код ', ['code', {}, 'a']],
    ['h2', { id: 'x' }, ['a', {}, 'x']],
  ])
  expect(shown('## The title {#own}').toc?.links).toEqual([{ id: 'own', depth: 2, text: 'The title' }])
})

test('braces without a valid id stay; a duplicate id gets a number and a warning', () => {
  expect(nodes('## A {b}\n\n## {#}\n\n## C {#d e}').map((node) => node.slice(2))).toEqual([
    ['A {b}'],
    ['{#}'],
    ['C {#d e}'],
  ])
  expect(nodes('## One\n\n## Two {#one}')[1]).toEqual(['h2', { id: 'one-1' }, 'Two'])
  expect(messages('## One\n\n## Two {#one}')).toEqual(['3: The id "one" is already used by a heading above'])
})

test('very many headings may have the same id', () => {
  const found = nodes('## a {#b}\n'.repeat(60_000))
  expect(found.at(-1)).toEqual(['h2', { id: 'b-59999' }, 'a'])
}, 60_000)

test('headings in blocks and nested ones in the table of contents have their own ids', () => {
  const source = '## A {#a1}\n\n### B {#b1}\n\n::note\n## C {#c1}\n::\n'
  const { value, toc } = shown(source)
  expect(JSON.stringify(value)).not.toContain('{#')
  expect(toc?.links.map(({ id }) => id)).toEqual(['a1', 'c1'])
  expect(toc?.links[0]?.children).toEqual([{ id: 'b1', depth: 3, text: 'B' }])
})

test('a heading named like the runtime config gets another id, and links follow it', () => {
  const source = '## Runtime Config\n\nSee [below](#runtime-config).\n\n## Runtime config\n'
  const { value, toc } = shown(source)
  expect(value.map((node) => (typeof node === 'string' ? node : node[1].id))).toEqual([
    'runtime-config-1',
    undefined,
    'runtime-config-1-1',
  ])
  expect(JSON.stringify(value)).toContain('{"href":"#runtime-config-1"}')
  expect(toc?.links.map(({ id }) => id)).toEqual(['runtime-config-1', 'runtime-config-1-1'])
  expect(parseMdc(source).body.value[0]).toEqual(['h2', { id: 'runtime-config' }, 'Runtime Config'])
})

test('the tree for the API equals that of the original of the protocol', () => {
  expect(parseMdc('## The title {#own}').body.value).toEqual([['h2', { id: 'the-title-own' }, 'The title {#own}']])
})

test('an id may be in a comment, as in JSX', () => {
  expect(nodes('## The title {/*own-id*/}\n\n## `a` {/* b */}\n\n## A {/*b c*/}')).toEqual([
    ['h2', { id: 'own-id' }, 'The title'],
    ['h2', { id: 'b' }, ['code', {}, 'a']],
    ['h2', { id: expect.any(String) }, 'A {/*b c*/}'],
  ])
  expect(shown('## The title {/*own*/}').toc?.links).toEqual([{ id: 'own', depth: 2, text: 'The title' }])
})

test('an old HTML anchor has its name as id, unless that is already used', () => {
  const source = '<a name="old"></a><a id="older"></a> Text <a name="old"></a> <a name="title"></a>\n\n## Title\n'
  expect(JSON.stringify(nodes(source)).match(/"id":"[^"]*"/g)).toEqual(['"id":"old"', '"id":"older"', '"id":"title"'])
  expect(nodes('[a](/b){name="c"}')).toEqual([['p', {}, ['a', { href: '/b', name: 'c' }, 'a']]])
})
