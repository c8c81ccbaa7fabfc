import { expect, test } from 'bun:test'
import { neighbours } from './neighbours.ts'

const items = ['/', '/a', '/b', '/c'].map((path) => ({ path }))
const paths = (path: string, options?: { before?: number; after?: number }) =>
  neighbours(items, path, options).map((item) => item?.path ?? null)

test('one before and one after, null at the ends', () => {
  expect(paths('/a')).toEqual(['/', '/b'])
  expect(paths('/')).toEqual([null, '/a'])
  expect(paths('/c')).toEqual(['/b', null])
})

test('as many as asked for, filled up with null on the outside', () => {
  expect(paths('/a', { before: 2, after: 3 })).toEqual([null, '/', '/b', '/c', null])
  expect(paths('/b', { before: 0, after: 1 })).toEqual(['/c'])
  expect(paths('/b', { before: 2, after: 0 })).toEqual(['/', '/a'])
  expect(paths('/b', { before: 0, after: 0 })).toEqual([])
})

test('a path that is not there has none, however many were asked for', () => {
  expect(paths('/x')).toEqual([null, null])
  expect(paths('/x', { before: 2, after: 1 })).toEqual([null, null, null])
})

test('a trailing slash is forgiven, once', () => {
  expect(paths('/a/')).toEqual(['/', '/b'])
  expect(paths('/a//')).toEqual([null, null])
})
