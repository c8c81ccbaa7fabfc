import { expect, test } from 'bun:test'
import type { AstNode } from './ast.ts'
import { parseMdc } from './parse.ts'

const nodes = (source: string, isMdx = false) => parseMdc(source, { isMdx }).body.value
const listing = (code: string): AstNode => ['pre', expect.objectContaining({ code }), expect.anything()]
const next: AstNode = ['h2', { id: 'next' }, 'Next']

test('the `to` of a router link becomes its address', () => {
  expect(nodes('See <Link to="/a">b</Link>')).toEqual([['p', {}, 'See ', ['a', { href: '/a' }, 'b']]])
  expect(nodes('<Link to={"/a"}>\nb\n</Link>')).toEqual([['a', { href: '/a' }, ['p', {}, 'b']]])
  expect(nodes('See <Link to="/a" href="/c">b</Link>')).toEqual([['p', {}, 'See ', ['a', { href: '/c' }, 'b']]])
  expect(nodes('See <Link to="javascript:x">b</Link>')).toEqual([['p', {}, 'See ', ['a', {}, 'b']]])
})

test('a tag followed by text may be closed on a line of its own', () => {
  expect(nodes('<Note>Important.\n</Note>\n\n## Next')).toEqual([['p', {}, ['note', {}, 'Important.\n']], next])
  expect(nodes('<Note>Important.\n</Note>\n\n## Next', true)).toEqual([['p', {}, ['note', {}, 'Important.\n']], next])
  expect(nodes('<Tabs>\n<Tab>a\n</Tab>\n</Tabs>\n\n## Next')).toEqual([
    ['tabs', {}, ['p', {}, ['tab', {}, 'a\n']]],
    next,
  ])
  expect(nodes('<Tabs>\nUse <Tab /> here\n</Tabs>\n\n## Next')).toEqual([
    ['tabs', {}, ['p', {}, 'Use ', ['tab', {}, ''], ' here']],
    next,
  ])
})

test('a tag on a line of its own may be closed after text', () => {
  for (const isMdx of [false, true]) {
    expect(nodes('<Note>\n*foo*</Note>\n\n## Next', isMdx)).toEqual([['note', {}, ['p', {}, ['em', {}, 'foo']]], next])
    expect(nodes('<Note>\nfoo\n\nbar</Note>\n\n## Next', isMdx)).toEqual([
      ['note', {}, ['p', {}, 'foo'], ['p', {}, 'bar']],
      next,
    ])
    expect(nodes('<Note>\n- foo</Note>\n\n## Next', isMdx)).toEqual([['note', {}, ['ul', {}, ['li', {}, 'foo']]], next])
  }
  expect(nodes('<div>\n\nfoo</div>\n\n## Next')).toEqual([['div', {}, ['p', {}, 'foo']], next])
  expect(nodes('foo</Note>\n\n<Note>\nbar\n</Note>')).toEqual([
    ['p', {}, 'foo'],
    ['note', {}, ['p', {}, 'bar']],
  ])
  expect(nodes('<Note>\n\n::tip\nfoo</Note>\n::\n\nbar\n</Note>\n\n## Next')).toEqual([
    ['note', {}, ['tip', {}, ['p', {}, 'foo']], ['p', {}, 'bar']],
    next,
  ])
})

test('indentation makes code again after all components are closed', () => {
  const code = listing('# a\n')
  for (const above of [
    '<BR>',
    '<Note>\nfoo</Note>',
    '<Note>\n\nfoo</Note>',
    '<Note>\n- foo</Note>\n\ntext',
    '- <Tab>\n\ntext</Tab>',
    '> <Tab>\n\ntext',
    '::tip\n<Tab>\n::\n\ntext',
    '<Note>\n`<Tab>` <Tab>b</Tab>\n</Note>',
  ]) {
    expect(nodes(`${above}\n\n    # a\n`).at(-1)).toEqual(code)
  }
  for (const inside of ['', '`</Note>`', '<Note>b</Note>', 'a <Tab /> b']) {
    expect(nodes(`<Note>\n${inside}\n\n    # a\n\n</Note>\n\n## Next`)).toEqual([
      expect.arrayContaining(['note', ['h1', { id: 'a' }, 'a']]),
      next,
    ])
  }
})
