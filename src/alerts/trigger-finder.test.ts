import { expect, test } from 'bun:test'
import { unitsOf } from '../../tests/doubles/feed.ts'
import type { Market } from '../market/market.ts'
import { minuteMs } from '../market/timeframe.ts'
import { createTriggerFinder } from './trigger-finder.ts'

const hourMs = 60 * minuteMs
const start = Date.UTC(2026, 5, 1)

test('the hourly candles of an asset are read once, no matter when its alerts were created', async () => {
  const prices = { open: 100, high: 101, low: 99, close: 100, volume: 1 }
  const hours = Array.from({ length: 48 }, (_, n) => ({ openTime: start + n * hourMs, ...prices, asset: 'BTCUSDT' }))
  let reads = 0
  const market: Pick<Market, 'candles' | 'closes'> = {
    closes: async () => [],
    candles: async ({ from = 0, to = 0 }) => {
      reads++
      return hours.filter(({ openTime }) => openTime >= from && openTime < to).map((hour) => unitsOf(hour))
    },
  }
  const find = createTriggerFinder(market, start + 48 * hourMs)
  for (let hour = 0; hour < 48; hour++) {
    const rule = { kind: 'level', value: 500, basePrice: 100 } as const
    const pending = {
      asset: 'BTCUSDT',
      rule,
      instrument: { priceDigits: 2, volumeDigits: 5 },
      since: start + hour * hourMs,
    }
    expect(await find({ ...pending, wasTrue: false, quietUntil: 0 })).toBeUndefined()
  }
  expect(reads).toBe(1)
})
