import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createConflation } from './publisher.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function watch() {
  const sent: string[][] = []
  const conflation = createConflation<string>(200, (keys) => sent.push([...keys]))
  return { sent, conflation }
}

test('the first change is sent at once, later ones together at the end of the window', () => {
  const { sent, conflation } = watch()
  for (const key of ['a', 'b', 'a', 'a', 'b', 'c']) conflation.change(key)
  expect(sent).toEqual([['a'], ['b'], ['c']])
  jest.advanceTimersByTime(200)
  expect(sent.slice(3)).toEqual([['a', 'b']])
})

test('a change after one sent at the end of a window waits for the end of the next', () => {
  const { sent, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  jest.advanceTimersByTime(200)
  conflation.change('a')
  expect(sent).toEqual([['a'], ['a']])
  jest.advanceTimersByTime(200)
  expect(sent).toEqual([['a'], ['a'], ['a']])
})

test('after a quiet window a change is sent at once again', () => {
  const { sent, conflation } = watch()
  conflation.change('a')
  jest.advanceTimersByTime(200)
  conflation.change('a')
  expect(sent).toEqual([['a'], ['a']])
})

test('an urgent change is sent at once, and the one it replaces is dropped', () => {
  const { sent, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  conflation.sendNow('a')
  conflation.sendNow('a')
  jest.advanceTimersByTime(1000)
  expect(sent).toEqual([['a'], ['a'], ['a']])
})

test('one change per millisecond is sent five times a second', () => {
  const { sent, conflation } = watch()
  for (let ms = 0; ms < 1000; ms++) {
    conflation.change('a')
    jest.advanceTimersByTime(1)
  }
  expect(sent.length).toBeGreaterThanOrEqual(5)
  expect(sent.length).toBeLessThanOrEqual(6)
})

test('nothing is sent after close', () => {
  const { sent, conflation } = watch()
  conflation.change('a')
  conflation.change('a')
  conflation.close()
  jest.advanceTimersByTime(1000)
  expect(sent).toEqual([['a']])
})
