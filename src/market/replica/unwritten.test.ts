import { expect, test } from 'bun:test'
import { createUnwritten } from './news.ts'

test('an asset is behind from its oldest minute until its newest news is written', () => {
  const unwritten = createUnwritten()
  expect(unwritten.isBehind('BTCUSDT', Number.MAX_SAFE_INTEGER)).toBe(false)
  unwritten.note('BTCUSDT', 200, 1)
  unwritten.note('BTCUSDT', 100, 2)
  unwritten.note('BTCUSDT', 300, 3)
  expect([100, 101].map((time) => unwritten.isBehind('BTCUSDT', time))).toEqual([false, true])
  expect(unwritten.isBehind('ETHUSDT', 1000)).toBe(false)
  unwritten.wrote(2)
  expect(unwritten.isBehind('BTCUSDT', 101)).toBe(true)
  unwritten.wrote(3)
  expect(unwritten.isBehind('BTCUSDT', 1000)).toBe(false)
})

test('a waiter is released when the news is written, on clear, or after a timeout', async () => {
  const unwritten = createUnwritten()
  await unwritten.written('BTCUSDT', 1000, 60_000)
  unwritten.note('BTCUSDT', 100, 1)
  await unwritten.written('BTCUSDT', 100, 60_000)
  let isThrough = false
  const waiting = unwritten.written('BTCUSDT', 101, 60_000).then(() => {
    isThrough = true
  })
  unwritten.wrote(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isThrough).toBe(false)
  unwritten.wrote(1)
  await waiting
  unwritten.note('BTCUSDT', 100, 2)
  const forgotten = unwritten.written('BTCUSDT', 101, 60_000)
  unwritten.clear()
  await forgotten
  unwritten.note('BTCUSDT', 100, 3)
  await unwritten.written('BTCUSDT', 101, 1)
})
