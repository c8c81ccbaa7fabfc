import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { candlesOf } from '../../tests/market-candles.ts'
import { createBook } from './book.ts'
import { candleOf, type MinuteUpdate } from './candle.ts'
import { minuteMs, timeframes } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)

/** What a feed says of some minutes around midnight: several times of each while it lasts, then that it is over. */
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

describe('the current candles', () => {
  test('are the same in whatever order the updates come, and however often', () => {
    fc.assert(
      fc.property(
        streams.chain((updates) =>
          fc.record({
            updates: fc.constant(updates),
            told: fc
              .subarray(updates, { minLength: 0 })
              .chain((again) =>
                fc.shuffledSubarray([...updates, ...again], { minLength: updates.length + again.length }),
              ),
            pieces: fc.integer({ min: 1, max: 7 }),
          }),
        ),
        ({ updates, told, pieces }) => {
          const book = createBook('BTCUSDT')
          for (let at = 0; at < told.length; at += pieces) book.take(told.slice(at, at + pieces))
          for (const tf of timeframes) {
            const current = book.current(tf)
            expect(current && candleOf(current)).toEqual(candlesOf(updates, tf).at(-1))
          }
        },
      ),
    )
  })

  test('are told when they change, and told closed before the next one begins', () => {
    const book = createBook('BTCUSDT')
    const last = midnight - minuteMs
    book.take([minuteOf('BTCUSDT', last, 100, { isClosed: false, time: last + 1 })])
    expect(book.take([minuteOf('BTCUSDT', last, 100, { isClosed: false, time: last + 1 })])).toEqual([])
    const ticks = book.take([minuteOf('BTCUSDT', midnight, 101, { isClosed: false, time: midnight + 5 })])
    expect(ticks.map(({ tf, openTime, isClosed }) => [tf, openTime, isClosed])).toEqual([
      ...timeframes.map((tf) => [tf, midnight - tf * minuteMs, true]),
      ...timeframes.map((tf) => [tf, midnight, false]),
    ])
  })

  test('are closed with their last minute, days at midnight UTC', () => {
    const book = createBook('BTCUSDT')
    const closed = (openTime: number) => {
      book.take([minuteOf('BTCUSDT', openTime, 100)])
      return timeframes.filter((tf) => book.current(tf)?.isClosed)
    }
    expect(closed(midnight + 3 * minuteMs)).toEqual([1])
    expect(closed(midnight + 4 * minuteMs)).toEqual([1, 5])
    expect(closed(midnight + 14 * minuteMs)).toEqual([1, 5, 15])
    expect(closed(midnight + 59 * minuteMs)).toEqual([1, 5, 15, 60])
    expect(closed(midnight + 239 * minuteMs)).toEqual([1, 5, 15, 60, 240])
    expect(closed(midnight + 1439 * minuteMs)).toEqual([1, 5, 15, 60, 240, 1440])
  })

  test('keep decimals: a sum of volumes is exact', () => {
    const book = createBook('BTCUSDT')
    book.take([0, 1, 2].map((n) => minuteOf('BTCUSDT', midnight + n * minuteMs, 100, { volume: 0.1 })))
    expect(book.current(5)).toMatchObject({ volume: 30_000 })
  })

  test('stay when a minute of long ago comes late', () => {
    const book = createBook('BTCUSDT')
    book.take([minuteOf('BTCUSDT', midnight, 100)])
    expect(book.take([minuteOf('BTCUSDT', midnight - 2 * 1440 * minuteMs, 1)])).toEqual([])
    expect(book.minutesFrom(0).map(({ openTime }) => openTime)).toEqual([midnight])
  })

  test('follow an earlier minute that comes late', () => {
    const book = createBook('BTCUSDT')
    book.take([minuteOf('BTCUSDT', midnight, 100)])
    book.take([minuteOf('BTCUSDT', midnight + 2 * minuteMs, 102)])
    const ticks = book.take([minuteOf('BTCUSDT', midnight + minuteMs, 250)])
    expect(ticks.map(({ tf }) => tf)).toEqual([5, 15, 60, 240, 1440])
    expect(book.current(5)).toMatchObject({ open: 10_000, high: 25_000, low: 10_000, close: 10_200, volume: 300_000 })
  })
})
