import type { Candle } from './candle.ts'
import type { AssetSummary } from './market.ts'
import { minuteMs } from './timeframe.ts'

const hourMs = 60 * minuteMs
const hours = 24

/**
 * What 24 hours of minutes, which end with the newest one, come to.
 * @param minutes  ascending; those that are older are left out
 * @returns nothing when there are no minutes
 */
export function summarise(asset: string, minutes: readonly Candle[], volumeDigits: number): AssetSummary | undefined {
  const newest = minutes.at(-1)
  if (!newest) return undefined
  const from = newest.openTime + minuteMs - hours * hourMs
  let first: number | undefined
  let high = newest.high
  let low = newest.low
  let volume = 0
  const closes: (number | undefined)[] = []
  for (const minute of minutes) {
    if (minute.openTime < from) continue
    first ??= minute.open
    high = Math.max(high, minute.high)
    low = Math.min(low, minute.low)
    volume += minute.volume
    closes[Math.floor((minute.openTime - from) / hourMs)] = minute.close
  }
  const scale = 10 ** volumeDigits
  return {
    asset,
    last: newest.close,
    change24h: first ? (newest.close / first - 1) * 100 : 0,
    high24h: high,
    low24h: low,
    volume24h: Math.round(volume * scale) / scale,
    spark: filled(closes),
  }
}

/** Hours without a trade keep the price of the hour before; those before the first price are left out. */
function filled(closes: readonly (number | undefined)[]): number[] {
  const spark: number[] = []
  for (let hour = 0; hour < hours; hour++) {
    const close = closes[hour] ?? spark.at(-1)
    if (close !== undefined) spark.push(close)
  }
  return spark
}
