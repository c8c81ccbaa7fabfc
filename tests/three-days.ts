import type { MinuteUpdate } from '../src/market/candle.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { minuteOf } from './doubles/feed.ts'

export const now = Date.UTC(2026, 5, 10, 12, 30, 20)
export const minute = now - (now % minuteMs)
const length = 3 * 1440

/** Three days: Bitcoin rises from 100 to 200, Ethereum falls from 200 to 100, Litecoin stays flat. */
function pathOf(asset: string, price: (share: number) => number): MinuteUpdate[] {
  return Array.from({ length }, (_, n) =>
    minuteOf(asset, minute - (length - n) * minuteMs, Math.round(price(n / length) * 100) / 100, { volume: 2 }),
  )
}
export const past = [
  ...pathOf('BTCUSDT', (share) => 100 + 100 * share + 5 * Math.sin(share * 200)),
  ...pathOf('ETHUSDT', (share) => 200 - 100 * share - 5 * Math.sin(share * 200)),
  ...pathOf('LTCUSDT', () => 50),
]
