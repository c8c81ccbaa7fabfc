import { expect, test } from 'bun:test'
import { neighbors } from './neighbors.ts'

const items = ['/', '/a', '/b', '/c'].map((path) => ({ path }))
const paths = (path: string, options?: { before?: number; after?: number }) =>
  neighbors(items, path, options).map((item) => item?.path ?? null)

test('there is one neighbor before and one after, null at the ends', () => {
  expect(paths('/a')).toEqual(['/', '/b'])
  expect(paths('/')).toEqual([null, '/a'])
  expect(paths('/c')).toEqual(['/b', null])
})

test('there are as many as requested, with null past the ends', () => {
  expect(paths('/a', { before: 2, after: 3 })).toEqual([null, '/', '/b', '/c', null])
  expect(paths('/b', { before: 0, after: 1 })).toEqual(['/c'])
  expect(paths('/b', { before: 2, after: 0 })).toEqual(['/', '/a'])
  expect(paths('/b', { before: 0, after: 0 })).toEqual([])
})

test('an unknown path gives only nulls', () => {
  expect(paths('/x')).toEqual([null, null])
  expect(paths('/x', { before: 2, after: 1 })).toEqual([null, null, null])
})

test('one trailing slash is ignored', () => {
  expect(paths('/a/')).toEqual(['/', '/b'])
  expect(paths('/a//')).toEqual([null, null])
})
