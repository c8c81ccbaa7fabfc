import type { Candle, Tick } from '../src/market/candle.ts'
import type { CandleQuery } from '../src/market/market.ts'
import { minuteMs, minutesOf, openTimeOf } from '../src/market/timeframe.ts'
import { unitsOf } from './doubles/feed.ts'

/** Start of the market, ms UTC: a full hour */
export const marketStart = Date.UTC(2026, 5, 10, 12)
/** Real time of one minute of the market, ms */
const minuteAsMs = 100

export function marketNow(began: number): number {
  return marketStart + ((Date.now() - began) / minuteAsMs) * minuteMs
}

/** The price of BTCUSDT rises by one each minute; that of ETHUSDT stays at 90 and at 110 for five minutes in turn. */
function priceAt(asset: string, minute: number): number {
  return asset === 'BTCUSDT' ? 100 + minute : Math.floor(minute / 5) % 2 === 0 ? 90 : 110
}

function candleAt(asset: string, openTime: number) {
  const close = priceAt(asset, (openTime - marketStart) / minuteMs)
  return { openTime, open: close, high: close, low: close, close, volume: 1 }
}

export function tickAt(asset: string, now: number): Tick {
  const openTime = openTimeOf(now, 1)
  return unitsOf({ ...candleAt(asset, openTime), asset, tf: 1, isClosed: false, time: now } as const)
}

export function minutesUntil(
  { asset, tf, from = 0, to = Number.POSITIVE_INFINITY, limit }: CandleQuery,
  end: number,
): Candle[] {
  const minutesEach = minutesOf(tf)
  const length = minutesEach * minuteMs
  const candles: Candle[] = []
  for (let time = Math.max(from, marketStart); time < Math.min(to, end) && candles.length < limit; time += length) {
    const [first, last] = [candleAt(asset, time), candleAt(asset, openTimeOf(Math.min(time + length - 1, end), 1))]
    const minutes = Array.from({ length: minutesEach }, (_, index) => candleAt(asset, time + index * minuteMs).close)
    const known = minutes.filter((_, index) => time + index * minuteMs <= end)
    const [high, low] = [Math.max(...known), Math.min(...known)]
    candles.push(unitsOf({ ...first, close: last.close, high, low, asset }))
  }
  return candles
}
