import { expect, test } from 'bun:test'
import { createPace } from './pace.ts'

test('the pace covers the last twenty seconds, and is evicted when nobody looks', () => {
  const pace = createPace()
  expect(pace.of('a', { at: 0, done: 0 })).toBeUndefined()
  expect(pace.of('a', { at: 10_000, done: 250 })).toBe(25)
  expect(pace.of('a', { at: 60_000, done: 900 })).toBeUndefined()
  for (let other = 0; other < 100; other++) pace.of(`b${other}`, { at: 60_000, done: 0 })
  expect(pace.of('a', { at: 62_000, done: 950 })).toBeUndefined()
})
