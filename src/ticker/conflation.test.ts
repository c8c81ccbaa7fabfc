import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createConflation } from './conflation.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function watch() {
  const told: string[][] = []
  const conflation = createConflation<string>(200, (keys) => told.push([...keys]))
  return { told, conflation }
}

test('the first change is sent at once, later ones together at the end of the window', () => {
  const { told, conflation } = watch()
  for (const key of ['a', 'b', 'a', 'a', 'b', 'c']) conflation.change(key)
  expect(told).toEqual([['a'], ['b'], ['c']])
  jest.advanceTimersByTime(200)
  expect(told.slice(3)).toEqual([['a', 'b']])
})

test('a change after one sent at the end of a window waits for the end of the next', () => {
  const { told, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  jest.advanceTimersByTime(200)
  conflation.change('a')
  expect(told).toEqual([['a'], ['a']])
  jest.advanceTimersByTime(200)
  expect(told).toEqual([['a'], ['a'], ['a']])
})

test('after a quiet window a change is sent at once again', () => {
  const { told, conflation } = watch()
  conflation.change('a')
  jest.advanceTimersByTime(200)
  conflation.change('a')
  expect(told).toEqual([['a'], ['a']])
})

test('an urgent change is sent at once, and the one it replaces is dropped', () => {
  const { told, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  conflation.tellNow('a')
  conflation.tellNow('a')
  jest.advanceTimersByTime(1000)
  expect(told).toEqual([['a'], ['a'], ['a']])
})

test('one change per millisecond is sent five times a second', () => {
  const { told, conflation } = watch()
  for (let ms = 0; ms < 1000; ms++) {
    conflation.change('a')
    jest.advanceTimersByTime(1)
  }
  expect(told.length).toBeGreaterThanOrEqual(5)
  expect(told.length).toBeLessThanOrEqual(6)
})

test('nothing is sent after close', () => {
  const { told, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  conflation.close()
  jest.advanceTimersByTime(1000)
  expect(told).toEqual([['a']])
})
