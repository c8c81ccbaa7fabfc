import type { DecimalCandle } from '../../market/candle.ts'
import { indexAt } from '../candles/candle-list.ts'

/**
 * Position of a time among the candles: 2.5 is halfway from the third to the fourth candle. The position is
 * interpolated in gaps and extrapolated beyond both ends.
 */
export function placeOf(candles: readonly DecimalCandle[], time: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (time < first.openTime) return (time - first.openTime) / tfMs
  if (time >= last.openTime) return candles.length - 1 + (time - last.openTime) / tfMs
  const index = indexAt(candles, time)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return index + (time - before.openTime) / (after.openTime - before.openTime)
}

export function timeAt(candles: readonly DecimalCandle[], place: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (place < 0) return first.openTime + place * tfMs
  if (place >= candles.length - 1) return last.openTime + (place - (candles.length - 1)) * tfMs
  const index = Math.floor(place)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return before.openTime + (place - index) * (after.openTime - before.openTime)
}
