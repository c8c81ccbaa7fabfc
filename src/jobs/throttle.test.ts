import { expect, test } from 'bun:test'
import { createThrottle } from './throttle.ts'

function thread() {
  const times = { now: 1000, worked: 500 }
  const slept: number[] = []
  const rest = createThrottle(
    () => ({ ...times }),
    async (ms) => void slept.push(ms),
  )
  const piece = async (ms: number, workedMs: number) => {
    times.now += ms
    times.worked += workedMs
    await rest(ms, new AbortController().signal)
    return slept.splice(0)
  }
  return piece
}

test('no rests while the thread is idle', async () => {
  const piece = thread()
  expect(await piece(50, 0)).toEqual([])
  expect(await piece(50, 24)).toEqual([])
})

test('beside a busy thread, work rests 49 times its duration, at most two seconds', async () => {
  const piece = thread()
  expect(await piece(50, 48)).toEqual([2000])
  expect(await piece(10, 10)).toEqual([490])
})

test('rests end after two consecutive idle measurements', async () => {
  const piece = thread()
  expect(await piece(50, 48)).toEqual([2000])
  expect(await piece(400, 10)).toEqual([2000])
  expect(await piece(50, 48)).toEqual([2000])
  expect(await piece(50, 0)).toEqual([2000])
  expect(await piece(50, 0)).toEqual([])
})

test('a measurement is long enough for the clock resolution of 4 ms', async () => {
  const piece = thread()
  for (let at = 0; at < 3; at++) expect(await piece(10, 10)).toEqual([])
  expect(await piece(10, 10)).toEqual([490])
})

test('an abort ends the rest', async () => {
  let looks = 0
  const rest = createThrottle(() => ({ now: 1000 * ++looks, worked: 1000 * looks }))
  const work = new AbortController()
  const resting = rest(1000, work.signal)
  work.abort()
  await resting
})
