import { expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

const nodes = (source: string) => parseMdc(source).body.value
const messages = (source: string) => parseMdc(source).problems.map(({ line, message }) => `${line}: ${message}`)

test.each([
  ['NOTE', 'note'],
  ['tip', 'tip'],
  ['Important', 'important'],
  ['WARNING', 'warning'],
  ['CAUTION', 'caution'],
])('a quote that begins with [!%s] alone on its line is a callout', (word, tag) => {
  expect(nodes(`> [!${word}]\n> Some *text*\n>\n> and more`)).toEqual([
    [tag, {}, ['p', {}, 'Some ', ['em', {}, 'text']], ['p', {}, 'and more']],
  ])
  expect(nodes(`- item\n\n  > [!${word}]\n  >\n  > Behind a gap`)).toEqual([
    ['ul', {}, ['li', {}, 'item', [tag, {}, ['p', {}, 'Behind a gap']]]],
  ])
})

test('other quotes stay quotes', () => {
  for (const text of ['[!HINT]\n> text', '[!NOTE]text behind it', 'text\n> [!NOTE]', '[NOTE]\n> text']) {
    expect(nodes(`> ${text}`)[0]?.[0]).toBe('blockquote')
  }
  expect(nodes('> [!NOTE]')).toEqual([['note', {}]])
})

test('text after the mark on its line is the title of the callout', () => {
  expect(nodes('> [!NOTE] Mind this\n> Some text')).toEqual([['note', { title: 'Mind this' }, ['p', {}, 'Some text']]])
  expect(nodes('> [!tip]  Mind this  \n>\n> Some text')).toEqual([
    ['tip', { title: 'Mind this' }, ['p', {}, 'Some text']],
  ])
  expect(nodes('> [!WARNING] Alone')).toEqual([['warning', { title: 'Alone' }]])
  const drawn: [string, unknown][] = [
    ['> [!NOTE] Use `map` *now*\n> and `filter`', ['p', {}, 'and ', ['code', {}, 'filter']]],
    ['> [!NOTE] Use `map` *now*  \n> and more', ['p', {}, 'and more']],
  ]
  for (const [text, body] of drawn) {
    const title = ['template', { 'v-slot:title': '' }, ['p', {}, 'Use ', ['code', {}, 'map'], ' ', ['em', {}, 'now']]]
    expect(nodes(text)).toEqual([['note', {}, title, body] as never])
  }
  expect(nodes('> [!NOTE]  \n> Some text')).toEqual([['note', {}, ['p', {}, 'Some text']]])
})

test('attributes may follow the name or the title of a callout', () => {
  expect(nodes('::: tip {no-title}\nText\n:::')).toEqual([
    ['tip', { ':no-title': 'true', 'no-title': '' }, ['p', {}, 'Text']],
  ])
  expect(nodes('::: warning Mind this {#own}\nText\n:::')).toEqual([
    ['warning', { id: 'own' }, ['p', {}, 'Text'], ['template', { 'v-slot:title': '' }, ['p', {}, 'Mind this']]],
  ])
  expect(nodes('::: info Of {braces} within\nText\n:::')).toEqual([
    ['info', {}, ['p', {}, 'Text'], ['template', { 'v-slot:title': '' }, ['p', {}, 'Of {braces} within']]],
  ])
})

test('text between two pairs of equals signs is marked', () => {
  expect(nodes('a ==b *c*== (==d=e==).')).toEqual([
    ['p', {}, 'a ', ['mark', {}, 'b ', ['em', {}, 'c']], ' (', ['mark', {}, 'd=e'], ').'],
  ])
  expect(nodes('Слово «==новое==»')).toEqual([['p', {}, 'Слово «', ['mark', {}, 'новое'], '»']])
  for (const text of ['a == b == c', 'if a==b and c==d', '====', 'a ==b', '==a ==', '`==a==`', '===a===']) {
    expect(JSON.stringify(nodes(text))).not.toContain('"mark"')
  }
})

test('lines that begin with a colon and a space define the line before them', () => {
  expect(nodes('Term *one*\n: First\n  goes on\n: Second\n\nTerm two\n: Third\n\nText')).toEqual([
    [
      'dl',
      {},
      ['dt', {}, 'Term ', ['em', {}, 'one']],
      ['dd', {}, 'First\ngoes on'],
      ['dd', {}, 'Second'],
      ['dt', {}, 'Term two'],
      ['dd', {}, 'Third'],
    ],
    ['p', {}, 'Text'],
  ])
  expect(nodes('One\nTwo\n: Said of both')).toEqual([
    ['dl', {}, ['dt', {}, 'One'], ['dt', {}, 'Two'], ['dd', {}, 'Said of both']],
  ])
  expect(nodes('Text\nwith a line :\n:name')).not.toContainEqual(expect.arrayContaining(['dl']))
  expect(nodes(': alone')).toEqual([['p', {}, ': alone']])
})

test('a definition may follow an empty line, and have paragraphs, lists and code', () => {
  const text =
    'Term\n\n:   First\n\n    Further\n\n:   Second:\n\n    - item\n\nOther\n\n: Third\n  ```js\n  a\n  ```\n\nText'
  expect(nodes(text)).toEqual([
    [
      'dl',
      {},
      ['dt', {}, 'Term'],
      ['dd', {}, ['p', {}, 'First'], ['p', {}, 'Further']],
      ['dd', {}, 'Second:', ['ul', {}, ['li', {}, 'item']]],
      ['dt', {}, 'Other'],
      ['dd', {}, 'Third', ['pre', expect.objectContaining({ language: 'js' }), expect.anything()]],
    ],
    ['p', {}, 'Text'],
  ])
  for (const apart of ['Text\n\n\n: two empty lines', '# Title\n\n: below a heading', '- item\n\n: below a list']) {
    expect(JSON.stringify(nodes(apart))).not.toContain('"dl"')
  }
})

test('an error in a definition is reported with its line', () => {
  const { problems } = parseMdc('Term\n\n: First\n\n  [a](javascript:1)')
  expect(problems.map(({ line }) => line)).toEqual([5])
})

test('a tag over several lines with its bracket on the last one is one tag', () => {
  const text = '<MyTab\n\t:names="[1]"\nplain @click="x"\n>\n\nText *a*.\n\n</MyTab>\n\nLater'
  const tab: AstNode = ['my-tab', { ':names': '[1]', plain: '' }, ['p', {}, 'Text ', ['em', {}, 'a'], '.']]
  expect(nodes(text)).toEqual([tab, ['p', {}, 'Later']])
  expect(nodes('<my-teaser\n  to="/a"\n  />\nText')).toEqual([
    ['my-teaser', { to: '/a' }],
    ['p', {}, 'Text'],
  ])
  expect(nodes('<MyTab\n\n> Quoted')).toEqual([
    ['p', {}, '<MyTab'],
    ['blockquote', {}, ['p', {}, 'Quoted']],
  ])
})

test('a <template> or a <form> is shown as its content and reported', () => {
  const text = '<MyTab>\n\n<template v-slot:one title="T">\n\nText *a*.\n\n</template>\n</MyTab>'
  expect(nodes(text)).toEqual([['my-tab', {}, ['div', { title: 'T' }, ['p', {}, 'Text ', ['em', {}, 'a'], '.']]]])
  expect(messages(text)[0]).toBe('3: The tag <template> is left out; its content is shown')
  for (const slot of ['#one', '#one="{ a }"', "v-if='a > b' #one"])
    expect(nodes(`<div>\n\n<template ${slot}>\n\nText\n\n</template>\n\nMore\n\n</div>`)).toEqual([
      ['div', {}, ['div', {}, ['p', {}, 'Text']], ['p', {}, 'More']],
    ])
  expect(nodes('A <form>*b*</form> c')).toEqual([['p', {}, 'A ', ['span', {}, ['em', {}, 'b']], ' c']])
})

test('a footnote with several references links back to each of them', () => {
  const [first, section] = nodes('a[^n] b[^n]\n\n[^n]: Note')
  const ids = JSON.stringify(first).match(/"id":"[^"]*"/g)
  expect(ids).toEqual(['"id":"user-content-fnref-n"', '"id":"user-content-fnref-n-2"'])
  const [, , , list] = section as unknown[]
  expect(JSON.stringify(list)).toContain('"href":"#user-content-fnref-n"')
  expect(JSON.stringify(list)).toContain('"href":"#user-content-fnref-n-2"')
  const labels = JSON.stringify(list).match(/"ariaLabel":"[^"]*"/g)
  expect(new Set(labels).size).toBe(2)
})

test.each(['info', 'tip', 'warning', 'danger', 'note', 'caution', 'important'])(
  'a title may follow :::%s, with or without a space before the name',
  (name) => {
    for (const space of ['', ' ']) {
      expect(nodes(`:::${space}${name} Be *careful*\nText\n:::`)).toEqual([
        [name, {}, ['p', {}, 'Text'], ['template', { 'v-slot:title': '' }, ['p', {}, 'Be ', ['em', {}, 'careful']]]],
      ])
      expect(nodes(`:::${space}${name}\nText\n:::`)).toEqual([[name, {}, ['p', {}, 'Text']]])
    }
  },
)

test(':::details with a title folds its text', () => {
  expect(nodes('::: details More\nText\n:::')).toEqual([['details', {}, ['summary', {}, 'More'], ['p', {}, 'Text']]])
})

test('a space may also precede the name of a code group', () => {
  const group = '\n\n```sh [npm]\nnpm i\n```\n\n:::\n'
  for (const opening of ['::: code-group', '  ::: code-group ']) {
    expect(nodes(`${opening}${group}`)).toEqual(nodes(`:::code-group${group}`))
    expect(messages(`${opening}${group}`)).toEqual([])
  }
  expect(nodes('::: code-group of two')).toEqual([['p', {}, '::: code-group of two']])
})

test('text after the name of any other block is reported', () => {
  expect(messages(':::card A title\nText\n:::')).toEqual([
    '1: The line looks like the beginning of the block "card", but something follows it',
    '3: ::: without an open block',
  ])
  expect(nodes('::note is how a hint begins')).toEqual([['p', {}, '::note is how a hint begins']])
})

test('the label of a callout is its title on pages and content in the API', () => {
  const shown = (source: string) => parseMdc(source, { labelTitles: true }).body.value
  const title: AstNode = ['template', { 'v-slot:title': '' }, ['p', {}, 'Be ', ['em', {}, 'careful']]]
  for (const opening of [':::tip', '::tip', ':::danger']) {
    const source = `${opening}[Be *careful*]\nText\n${opening.replace(/\w/g, '')}`
    const [tag = ''] = /\w+/.exec(opening) ?? []
    expect(shown(source)).toEqual([[tag, {}, ['p', {}, 'Text'], title]])
    expect(nodes(source)).toEqual([[tag, {}, 'Be ', ['em', {}, 'careful'], ['p', {}, 'Text']]])
  }
  expect(shown(':::details[More]\nText\n:::')).toEqual([['details', {}, ['summary', {}, 'More'], ['p', {}, 'Text']]])
  expect(shown(':::note[All there is]\n:::')).toEqual([['note', {}, 'All there is']])
  expect(shown('::card[A]\nText\n::')).toEqual([['card', {}, 'A', ['p', {}, 'Text']]])
  expect(shown('- a\n\n  :::note[One]\n  Text\n  :::')).toMatchObject([
    ['ul', {}, ['li', {}, 'a', ['note', {}, ['p', {}, 'Text'], ['template', {}, ['p', {}, 'One']]]]],
  ])
})
