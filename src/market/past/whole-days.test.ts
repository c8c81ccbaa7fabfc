import { expect, test } from 'bun:test'
import { minuteOf } from '../../../tests/doubles/feed.ts'
import { candlesOf } from '../../../tests/market-candles.ts'
import { candleOf } from '../candle.ts'
import { minuteMs, timeframes } from '../timeframe.ts'
import { areWholeDays, candlesOfDays } from './past-file.ts'

const midnight = Date.UTC(2026, 5, 10)
const noon = midnight + 720 * minuteMs
const dayMs = 86_400_000
const minutes = Array.from({ length: 2880 }, (_, n) =>
  minuteOf('BTCUSDT', midnight + n * minuteMs, 100 + (n % 37), { high: 150 + (n % 11), low: 50 - (n % 13) }),
)

test('only all minutes from midnight to midnight are whole days', () => {
  expect(areWholeDays(minutes, { from: midnight, to: midnight + 2 * dayMs })).toBe(true)
  expect(areWholeDays(minutes.slice(1), { from: midnight, to: midnight + 2 * dayMs })).toBe(false)
  expect(areWholeDays(minutes.slice(720, 2160), { from: noon, to: noon + dayMs })).toBe(false)
  expect(areWholeDays(minutes.slice(0, 2160), { from: midnight, to: noon + dayMs })).toBe(false)
  expect(areWholeDays(minutes.slice(720), { from: noon, to: midnight + 2 * dayMs })).toBe(false)
})

test('whole days have every stored candle of up to a day', () => {
  const candles = candlesOfDays(minutes.map(candleOf))
  const stored = timeframes.filter((tf) => tf !== 3 && tf <= 1440)
  expect([...candles.keys()]).toEqual(stored)
  for (const tf of stored) expect(candles.get(tf)).toEqual(candlesOf(minutes, tf))
  expect([...candlesOfDays([]).values()].flat()).toEqual([])
})
