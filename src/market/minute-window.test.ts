import { expect, test } from 'bun:test'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { createMinuteWindow, replaces } from './minute-window.ts'
import { minuteMs } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const hourMs = 3_600_000
const at = (time: number) => minuteOf('BTCUSDT', time, 100)
const timesOf = (minutes: { openTime: number }[]) => minutes.map(({ openTime }) => openTime)

test('of two updates of a minute the closed one counts, else the later', () => {
  const closed = at(midnight)
  const open = { ...closed, isClosed: false, time: closed.time + 1 }
  expect([replaces(closed, open), replaces(open, closed)]).toEqual([true, false])
  expect([replaces({ ...open, time: open.time + 1 }, open), replaces(open, open)]).toEqual([true, false])
  expect([replaces({ ...open, time: open.time - 1 }, open), replaces(open, undefined)]).toEqual([false, true])
})

test('49 hours are taken and kept, older minutes neither', () => {
  const window = createMinuteWindow()
  expect(window.newest()).toBe(Number.NEGATIVE_INFINITY)
  const oldest = midnight - 49 * hourMs
  expect(timesOf(window.put([at(midnight)]))).toEqual([midnight])
  expect(timesOf(window.put([at(oldest - minuteMs), at(oldest), at(oldest + minuteMs)]))).toEqual([
    oldest,
    oldest + minuteMs,
  ])
  expect(window.newest()).toBe(midnight)
  window.put([at(midnight + minuteMs)])
  window.prune()
  expect(timesOf(window.between(oldest - dayMs, midnight + dayMs))).toEqual([
    oldest + minuteMs,
    midnight,
    midnight + minuteMs,
  ])
})

test('minutes are found from a moment on, up to another one', () => {
  const window = createMinuteWindow()
  window.put([at(midnight), at(midnight + minuteMs), at(midnight + 2 * minuteMs)])
  expect(timesOf(window.between(midnight, midnight + 2 * minuteMs))).toEqual([midnight, midnight + minuteMs])
  expect(timesOf(window.between(midnight + 1, midnight + 2 * minuteMs + 1))).toEqual([
    midnight + minuteMs,
    midnight + 2 * minuteMs,
  ])
  expect(window.get(midnight)?.openTime).toBe(midnight)
  expect(window.get(midnight - minuteMs)).toBeUndefined()
})
