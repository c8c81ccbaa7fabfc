import { expect, test } from 'bun:test'
import { neighbors } from './neighbors.ts'

const items = ['/', '/a', '/b', '/c'].map((path) => ({ path }))
const paths = (path: string) => neighbors(items, path).map((item) => item?.path ?? null)

test('there is one neighbor before and one after, null at the ends', () => {
  expect(paths('/a')).toEqual(['/', '/b'])
  expect(paths('/')).toEqual([null, '/a'])
  expect(paths('/c')).toEqual(['/b', null])
})

test('an unknown path gives only nulls', () => {
  expect(paths('/x')).toEqual([null, null])
})

test('one trailing slash is ignored', () => {
  expect(paths('/a/')).toEqual(['/', '/b'])
  expect(paths('/a//')).toEqual([null, null])
})
