import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { minuteLists } from '../../tests/market-candles.ts'
import type { MinuteUpdate } from './candle.ts'
import { createMinuteWindow, replaces } from './minute-window.ts'
import { minuteMs } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const hourMs = 3_600_000
const at = (time: number) => minuteOf('BTCUSDT', time, 100)
const timesOf = (minutes: { openTime: number }[]) => minutes.map(({ openTime }) => openTime)

test('of two updates of a minute the closed one wins, else the later', () => {
  const closed = at(midnight)
  const open = { ...closed, isClosed: false, time: closed.time + 1 }
  expect([replaces(closed, open), replaces(open, closed)]).toEqual([true, false])
  expect([replaces({ ...open, time: open.time + 1 }, open), replaces(open, open)]).toEqual([true, false])
  expect([replaces({ ...open, time: open.time - 1 }, open), replaces(open, undefined)]).toEqual([false, true])
})

test('49 hours are kept, older minutes are rejected or pruned', () => {
  const window = createMinuteWindow('BTCUSDT')
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
  const kept = Array.from({ length: 4 * 1440 }, (_, n) => oldest - dayMs + n * minuteMs).filter(window.has)
  expect(kept).toEqual([oldest + minuteMs, midnight, midnight + minuteMs])
})

test('minutes are returned as they were put, and merged for any span', () => {
  const window = createMinuteWindow('BTCUSDT')
  const open = minuteOf('BTCUSDT', midnight + 2 * minuteMs, 90, { isClosed: false, time: midnight + 7 })
  window.put([at(midnight), minuteOf('BTCUSDT', midnight + minuteMs, 120), open])
  expect(window.get(midnight)).toEqual(at(midnight))
  expect(window.get(midnight + 2 * minuteMs)).toEqual(open)
  expect(window.get(midnight - minuteMs)).toBeUndefined()
  // Minute 3 is in the same memory block as others, but was never put.
  expect(window.get(midnight + 3 * minuteMs)).toBeUndefined()
  expect([0, 2, 3].map((n) => window.isClosed(midnight + n * minuteMs))).toEqual([true, false, false])
  expect(window.merged(midnight, midnight + 2 * minuteMs)).toMatchObject({
    openTime: midnight,
    high: 12_000,
    low: 10_000,
  })
  expect(window.merged(midnight + 1, midnight + 2 * minuteMs + 1)).toMatchObject({
    openTime: midnight + minuteMs,
    open: 12_000,
    low: 9000,
    close: 9000,
    volume: 200_000,
    time: midnight + 2 * minuteMs,
  })
  expect(window.merged(midnight + 3 * minuteMs, midnight + hourMs)).toBeUndefined()
})

const anyUpdate = fc.record({
  minute: fc.integer({ min: -800, max: 800 }),
  price: fc.integer({ min: 1, max: 99_999 }),
  isClosed: fc.boolean(),
  delay: fc.integer({ min: 0, max: 90_000 }),
})

test('for any updates in any order each minute has its winning update, also after a load', () => {
  fc.assert(
    fc.property(fc.array(anyUpdate, { minLength: 1, maxLength: 60 }), (all) => {
      const window = createMinuteWindow('BTCUSDT')
      const witness = new Map<number, MinuteUpdate>()
      for (const { minute, price, isClosed, delay } of all) {
        const openTime = midnight + minute * minuteMs
        const update = minuteOf('BTCUSDT', openTime, price, { isClosed, time: openTime + delay })
        window.put([update])
        if (replaces(update, witness.get(openTime))) witness.set(openTime, update)
      }
      const inOrder = [...witness.values()].sort((left, right) => left.openTime - right.openTime)
      const loaded = createMinuteWindow('BTCUSDT')
      loaded.load(minuteLists(inOrder))
      for (const each of [window, loaded]) {
        expect(inOrder.map(({ openTime }) => each.get(openTime))).toEqual(inOrder)
        expect(each.newest()).toBe(inOrder.at(-1)?.openTime ?? 0)
      }
    }),
  )
})
