import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { candlesOf, minuteLists } from '../../tests/market-candles.ts'
import { candleOf, type MinuteUpdate } from './candle.ts'
import { type CandleChanges, createCandleWindow } from './candle-window.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'
import { wholeUnits } from './units.ts'

const midnight = Date.UTC(2026, 0, 1)

/** Generator of feed updates for minutes around midnight: several for each open minute, then the closed one */
const streams = fc
  .array(
    fc.record({
      minute: fc.integer({ min: -70, max: 70 }),
      prices: fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 4 }),
      volume: fc.integer({ min: 0, max: 1_000_000_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((minutes) => {
    const byMinute = new Map(minutes.map((minute) => [minute.minute, minute]))
    return [...byMinute.values()]
      .sort((a, b) => a.minute - b.minute)
      .flatMap(({ minute, prices, volume }) => updatesOf(midnight + minute * minuteMs, prices, volume))
  })

function updatesOf(openTime: number, cents: number[], volume: number): MinuteUpdate[] {
  const prices = cents.map((price) => price / 100)
  return prices.map((close, at) => {
    const so = prices.slice(0, at + 1)
    const isClosed = at === prices.length - 1
    return minuteOf('BTCUSDT', openTime, close, {
      open: so[0] ?? close,
      high: Math.max(...so),
      low: Math.min(...so),
      volume: Math.round((volume * (at + 1)) / prices.length) / 1e5,
      isClosed,
      time: isClosed ? openTime + minuteMs : openTime + at,
    })
  })
}

/** Returns closed minutes from `from` to `to` (exclusive), both in minutes after midnight. */
function minutes(from: number, to: number): MinuteUpdate[] {
  return Array.from({ length: to - from }, (_, at) => minuteOf('BTCUSDT', midnight + (from + at) * minuteMs, 100))
}

describe('the current candles', () => {
  test('do not depend on the order or repetition of the updates', () => {
    fc.assert(
      fc.property(
        streams.chain((updates) =>
          fc.record({
            updates: fc.constant(updates),
            emitted: fc
              .subarray(updates, { minLength: 0 })
              .chain((again) =>
                fc.shuffledSubarray([...updates, ...again], { minLength: updates.length + again.length }),
              ),
            pieces: fc.integer({ min: 1, max: 7 }),
          }),
        ),
        ({ updates, emitted, pieces }) => {
          const window = createCandleWindow('BTCUSDT')
          for (let at = 0; at < emitted.length; at += pieces) window.take(emitted.slice(at, at + pieces))
          for (const tf of timeframes) {
            const current = window.current(tf)
            expect(current && candleOf(current)).toEqual(candlesOf(updates, tf).at(-1))
          }
        },
      ),
    )
  })

  test('are emitted when they change', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([minuteOf('BTCUSDT', midnight, 100, { isClosed: false, time: midnight + 1 })])
    expect(window.take([minuteOf('BTCUSDT', midnight, 100, { isClosed: false, time: midnight + 1 })]).ticks).toEqual([])
    const { ticks } = window.take([minuteOf('BTCUSDT', midnight, 101, { isClosed: false, time: midnight + 5 })])
    expect(ticks.map(({ tf, close, isClosed }) => [tf, close, isClosed])).toEqual(
      timeframes.map((tf) => [tf, wholeUnits(10_100), false]),
    )
  })

  test('are emitted as closed before the next one begins', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take(minutes(-1440, -1))
    window.take([minuteOf('BTCUSDT', midnight - minuteMs, 99, { isClosed: false, time: midnight - 1 })])
    const { ticks } = window.take([
      ...minutes(-1, 0),
      minuteOf('BTCUSDT', midnight, 101, { isClosed: false, time: midnight }),
    ])
    expect(ticks.map(({ tf, openTime, isClosed }) => [tf, openTime, isClosed])).toEqual([
      ...timeframes.filter((tf) => tf <= 1440).map((tf) => [tf, midnight - tf * minuteMs, true]),
      // The week goes on. December ends, but lacks its first days.
      [43200, Date.UTC(2025, 11), false],
      ...timeframes.map((tf) => [tf, openTimeOf(midnight, tf), false]),
    ])
  })

  test('close with their last minute if none is missing; days end at midnight UTC', () => {
    const window = createCandleWindow('BTCUSDT')
    const closed = (until: number) => {
      window.take(minutes(0, until))
      return timeframes.filter((tf) => window.current(tf)?.isClosed)
    }
    expect(closed(4)).toEqual([1])
    expect(closed(5)).toEqual([1, 5])
    expect(closed(15)).toEqual([1, 3, 5, 15])
    expect(closed(60)).toEqual([1, 3, 5, 15, 30, 60])
    expect(closed(240)).toEqual([1, 3, 5, 15, 30, 60, 120, 240])
    expect(closed(1440)).toEqual([1, 3, 5, 15, 30, 60, 120, 240, 360, 720, 1440])
  })

  test('sum volumes exactly', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([0, 1, 2].map((n) => minuteOf('BTCUSDT', midnight + n * minuteMs, 100, { volume: 0.1 })))
    expect(window.current(5)).toMatchObject({ volume: 30_000 })
  })

  test('are not affected by a late minute from long ago', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([minuteOf('BTCUSDT', midnight, 100)])
    expect(window.take([minuteOf('BTCUSDT', midnight - 3 * 1440 * minuteMs, 1)]).ticks).toEqual([])
    const long = 4 * 1440 * minuteMs
    expect(window.merged(midnight - long, midnight + long)).toMatchObject({
      openTime: midnight,
      low: 10_000,
      volume: 100_000,
    })
  })

  test('include an earlier minute that arrives late', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([minuteOf('BTCUSDT', midnight, 100)])
    window.take([minuteOf('BTCUSDT', midnight + 2 * minuteMs, 102)])
    const { ticks } = window.take([minuteOf('BTCUSDT', midnight + minuteMs, 250)])
    // The newest minute is closed; its ticks say so now that the previous minute is known as well.
    expect(ticks.map(({ tf }) => tf)).toEqual([...timeframes])
    expect(window.current(1)?.isClosed).toBe(true)
    expect(window.current(5)).toMatchObject({ open: 10_000, high: 25_000, low: 10_000, close: 10_200, volume: 300_000 })
  })
})

describe('a close', () => {
  /** Returns the settled candles as pairs of timeframe and open time in minutes after midnight. */
  const emitted = ({ settled }: CandleChanges) =>
    settled.map(({ tf, openTime }) => [tf, (openTime - midnight) / minuteMs])
  const each = (tf: Timeframe, ...openTimes: number[]) => openTimes.map((openTime) => [tf, openTime])

  test('settles with the last of its minutes, in any order of arrival', () => {
    const window = createCandleWindow('BTCUSDT')
    expect(emitted(window.take(minutes(0, 4)))).toEqual([...each(1, 0, 1, 2, 3), ...each(3, 0)])
    const cut = minuteOf('BTCUSDT', midnight + 4 * minuteMs, 90, { isClosed: false, time: midnight + 4 * minuteMs + 1 })
    expect(emitted(window.take([cut]))).toEqual([])
    // Simulates an outage: minutes 5 to 8 are lost, and minute 4 stays incomplete.
    const after = window.take(minutes(9, 10))
    expect(emitted(after)).toEqual([])
    expect(after.ticks.filter(({ isClosed }) => isClosed)).toEqual([])
    expect(window.current(1)?.isClosed).toBe(false)
    const filled = window.take(minutes(4, 9))
    expect(emitted(filled)).toEqual([...each(1, 4, 5, 6, 7, 8, 9), ...each(3, 3, 6), ...each(5, 0, 5)])
    expect(filled.settled.at(-2)).toMatchObject({ asset: 'BTCUSDT', low: 10_000, volume: 500_000, isClosed: true })
    expect(filled.corrected).toEqual({ from: midnight + 4 * minuteMs, to: midnight + 9 * minuteMs })
    expect([window.current(1)?.isClosed, window.current(5)?.isClosed]).toEqual([true, true])
  })

  test('of yesterday settles even if its gap is filled only today', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([...minutes(-1440, -10), ...minutes(-9, 1430)])
    const settled = emitted(window.take(minutes(-10, -9)))
    expect(settled.filter(([tf]) => tf === 1440)).toEqual(each(1440, -1440))
    expect(settled.filter(([tf]) => tf === 240)).toEqual(each(240, -240, 0, 240, 480, 720, 960))
  })

  test('settles when its missing minutes are confirmed missing', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([...minutes(0, 2), ...minutes(4, 12)])
    expect(emitted(window.markMissing({ from: midnight + 2 * minuteMs, to: midnight + 3 * minuteMs }))).toEqual(
      each(3, 0),
    )
    expect(emitted(window.markMissing({ from: midnight + 3 * minuteMs, to: midnight + 4 * minuteMs }))).toEqual([
      ...each(1, 4, 5, 6, 7, 8, 9, 10, 11),
      ...each(3, 3, 6, 9),
      ...each(5, 0, 5),
    ])
  })

  test('that settles before the current candle is emitted, but not as a tick', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([...minutes(0, 3), ...minutes(5, 6)])
    const news = window.take(minutes(3, 5))
    expect(emitted(news)).toEqual([...each(1, 3, 4, 5), ...each(3, 3), ...each(5, 0)])
    expect(news.ticks.map(({ tf, openTime, isClosed }) => [tf, openTime, isClosed])).toEqual([
      [1, midnight + 5 * minuteMs, true],
      [3, midnight + 3 * minuteMs, true],
      ...timeframes.slice(3).map((tf) => [tf, openTimeOf(midnight, tf), false]),
    ])
  })

  test('emitted before a restart is not repeated; one after a gap is emitted', () => {
    const stored = { minutes: minuteLists([...minutes(-30, 7), ...minutes(8, 9)]), missing: [] }
    const window = createCandleWindow('BTCUSDT', { stored })
    expect(emitted(window.take(minutes(9, 10)))).toEqual([])
    expect(emitted(window.take(minutes(7, 8)))).toEqual([...each(1, 7, 8, 9), ...each(3, 6), ...each(5, 5)])
  })

  test('that begins before the history never settles, as its missing minutes will not be fetched', () => {
    const window = createCandleWindow('BTCUSDT', { horizon: () => midnight + 3 * minuteMs })
    expect(emitted(window.take([...minutes(1, 2), ...minutes(4, 10)]))).toEqual([...each(1, 1), ...each(5, 5)])
    expect(emitted(window.take(minutes(3, 4)))).toEqual([...each(1, 3, 4, 5, 6, 7, 8, 9), ...each(3, 3, 6)])
  })

  test('that changes later is corrected; an unchanged minute is not', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take(minutes(0, 3))
    expect(window.take(minutes(0, 3)).corrected).toBeUndefined()
    const changed = minutes(2, 3).map((minute) => ({ ...minute, time: minute.time + 1 }))
    expect(window.take(changed)).toMatchObject({
      settled: [],
      corrected: { from: midnight + 2 * minuteMs, to: midnight + 3 * minuteMs },
    })
  })

  test('never settles if its gap outlasts the window; the later ones do', () => {
    const window = createCandleWindow('BTCUSDT')
    window.take([...minutes(0, 3), ...minutes(4, 5)])
    expect(emitted(window.take(minutes(49 * 60 + 10, 49 * 60 + 11)))).toEqual([])
    window.take(minutes(49 * 60 + 11, 98 * 60))
    expect(
      emitted(window.take(minutes(98 * 60, 99 * 60)))
        .filter(([tf]) => tf === 1)
        .at(-1),
    ).toEqual([1, 99 * 60 - 1])
  })
})
