import { expect, test } from 'bun:test'
import { type DecimalMinute, minuteOf } from '../../tests/doubles/feed.ts'
import { createCandleWindow } from './candle-window.ts'
import { createSummary } from './market-view.ts'
import { minuteMs } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)
const instrument = { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 5 }

function open() {
  const window = createCandleWindow('BTCUSDT')
  const take = (minute: number, close: number, more: Partial<DecimalMinute> = {}) =>
    window.take([minuteOf('BTCUSDT', midnight + minute * minuteMs, close, { volume: 1, ...more })])
  return { take, summary: createSummary(instrument, window) }
}

test('there is no summary without a price; one minute is enough for one', () => {
  const { take, summary } = open()
  expect(summary()).toBeUndefined()
  take(0, 110, { open: 100, high: 120, low: 90, volume: 0.5 })
  expect(summary()).toEqual({
    asset: 'BTCUSDT',
    last: 110,
    change24h: undefined,
    high24h: 120,
    low24h: 90,
    volume24h: 0.5,
    spark: [110],
  })
})

test('a market younger than a day has no change until its first hour has a price', () => {
  const { take, summary } = open()
  take(0, 110)
  take(1379, 120)
  expect(summary()?.change24h).toBeUndefined()
  take(-1, 100)
  expect(summary()?.change24h).toBeCloseTo(20, 9)
})

test('after a gap a day ago, the change starts from the last price before it', () => {
  const { take, summary } = open()
  for (const minute of [-1441, -1440]) take(minute, 100)
  take(-200, 150)
  take(0, 150)
  expect(summary()?.change24h).toBeCloseTo(50, 9)
  take(-1400, 120)
  expect(summary()?.change24h).toBeCloseTo(25, 9)
})

test('only the 24 hours up to the newest minute count, including late minutes', () => {
  const { take, summary } = open()
  take(-1440, 500)
  take(-1439, 200, { open: 200, high: 210, low: 190 })
  take(-60, 150)
  take(0, 100, { high: 101, low: 99 })
  const { high24h, low24h, volume24h, change24h, spark } = summary() ?? {}
  expect([high24h, low24h, volume24h, change24h]).toEqual([210, 99, 3, -50])
  expect(spark).toEqual([...Array.from({ length: 22 }, () => 200), 150, 100])
  take(-600, 300)
  expect(summary()).toMatchObject({ high24h: 300, volume24h: 4 })
  take(0, 400, { high: 400, low: 50, volume: 2, time: midnight + 2 * minuteMs })
  expect(summary()).toMatchObject({ last: 400, high24h: 400, low24h: 50, volume24h: 5, change24h: 100 })
})
