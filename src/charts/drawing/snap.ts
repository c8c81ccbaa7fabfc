import type { DecimalCandle } from '../../market/candle.ts'
import { indexAt } from '../candles/candle-list.ts'
import type { Point } from './drawing.ts'
import type { Projection } from './geometry.ts'

/** Max distance at which a point snaps to a price, px */
const pull = 14

/** Snaps a time to the opening time of the nearest candle, existing or future. */
export function snapTime(candles: readonly DecimalCandle[], lengthMs: number, time: number): number {
  const first = candles[0]?.openTime ?? 0
  const last = candles.at(-1)?.openTime ?? 0
  if (time <= first) return first - Math.round((first - time) / lengthMs) * lengthMs
  if (time >= last) return last + Math.round((time - last) / lengthMs) * lengthMs
  const index = indexAt(candles, time)
  const [before, after] = [candles[index]?.openTime ?? first, candles[index + 1]?.openTime ?? last]
  return time - before <= after - time ? before : after
}

export function snapPrice(projection: Projection, candle: DecimalCandle | undefined, [, price]: Point): number {
  if (!candle) return price
  const y = projection.yOf(price)
  const far = (level: number) => Math.abs(projection.yOf(level) - y)
  const levels = [candle.open, candle.high, candle.low, candle.close]
  const nearest = levels.reduce((best, level) => (far(level) < far(best) ? level : best))
  return far(nearest) <= pull ? nearest : price
}
