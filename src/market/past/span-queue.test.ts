import { expect, test } from 'bun:test'
import { fakeClock } from '../../../tests/fake-clock.ts'
import { createSpanQueue } from './span-queue.ts'

const span = (asset: string, from: number, to = from + 1) => ({ asset, from, to })

test('holes come before days, the newest hole first, days in order; held assets are skipped', () => {
  const clock = fakeClock(0)
  const queue = createSpanQueue(clock)
  queue.push(span('A', 2), span('B', 2), span('A', 1))
  queue.unshift(span('B', 7))
  queue.unshift(span('B', 8))
  queue.hold(100, 'B')
  expect(queue.shift()).toEqual(span('A', 2))
  queue.hold(50)
  expect(queue.shift()).toBeUndefined()
  clock.advance(50)
  expect(queue.shift()).toEqual(span('A', 1))
  expect(queue.shift()).toBeUndefined()
  expect([queue.has('A'), queue.has('B'), queue.isEmpty()]).toEqual([false, true, false])
  clock.advance(50)
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual([span('B', 8), span('B', 7), span('B', 2)])
  expect(queue.isEmpty()).toBe(true)
})

test('more than 64 holes of an asset are merged; those of others are not', () => {
  const queue = createSpanQueue(fakeClock(0))
  queue.unshift(span('B', 5))
  for (let n = 0; n < 65; n++) queue.unshift(span('A', 10 * n))
  expect(queue.shift()).toEqual(span('A', 0, 641))
  expect(queue.shift()).toEqual(span('B', 5))
  // A merged hole counts as a retry only if all the holes merged into it are retries.
  for (let n = 0; n < 65; n++) queue.unshift({ ...span('C', 10 * n), isAgain: true })
  expect(queue.has('C')).toBe(false)
  for (let n = 0; n < 64; n++) queue.unshift({ ...span('C', 10 * n), isAgain: n > 0 })
  expect([queue.has('C'), queue.shift()]).toEqual([true, span('C', 0, 641)])
  for (let n = 0; n < 10_000; n++) queue.unshift(span('A', 10 * n))
  let length = 0
  while (queue.shift()) length++
  expect(length).toBeLessThanOrEqual(64)
})

test('waiting ends with a new span, with the end of a hold, and with close', async () => {
  const clock = fakeClock(0)
  const queue = createSpanQueue(clock)
  const waits = [queue.wait()]
  queue.unshift(span('A', 1))
  await waits.at(-1)
  queue.push(span('A', 0))
  expect(queue.isEmpty()).toBe(false)
  queue.drop('A')
  expect(queue.isEmpty()).toBe(true)
  queue.hold(10, 'A')
  waits.push(queue.wait())
  clock.advance(10)
  await waits.at(-1)
  waits.push(queue.wait())
  queue.after(1000, () => queue.unshift(span('A', 1)))
  queue.close()
  await waits.at(-1)
  await queue.wait()
  queue.hold(2000, 'A')
  clock.advance(1000)
  expect(queue.isEmpty()).toBe(true)
  expect(clock.due()).toEqual([])
})
