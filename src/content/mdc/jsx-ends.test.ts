import { expect, test } from 'bun:test'
import { parseMdc } from './parse.ts'

const nodes = (source: string, isMdx = false) => parseMdc(source, { isMdx }).body.value

test('the address of a link of a router is that of a link', () => {
  expect(nodes('See <Link to="/a">b</Link>')).toEqual([['p', {}, 'See ', ['a', { href: '/a' }, 'b']]])
  expect(nodes('<Link to={"/a"}>\nb\n</Link>')).toEqual([['a', { href: '/a' }, ['p', {}, 'b']]])
  expect(nodes('See <Link to="/a" href="/c">b</Link>')).toEqual([['p', {}, 'See ', ['a', { href: '/c' }, 'b']]])
  expect(nodes('See <Link to="javascript:x">b</Link>')).toEqual([['p', {}, 'See ', ['a', {}, 'b']]])
})
