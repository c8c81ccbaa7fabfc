import type { Candle } from '../candle.ts'
import { indexAt } from './candle-list.ts'

/**
 * Where a moment stands among candles, counted in candles: 2.5 is halfway from the third to the fourth. Before the first
 * and after the last, and in a gap of the market, time runs as evenly as there is room.
 * @param tfMs  length of a candle
 */
export function placeOf(candles: readonly Candle[], time: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (time < first.openTime) return (time - first.openTime) / tfMs
  if (time >= last.openTime) return candles.length - 1 + (time - last.openTime) / tfMs
  const index = indexAt(candles, time)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return index + (time - before.openTime) / (after.openTime - before.openTime)
}

/** The moment (ms UTC) at a place: the way back from `placeOf`. */
export function timeAt(candles: readonly Candle[], place: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (place < 0) return first.openTime + place * tfMs
  if (place >= candles.length - 1) return last.openTime + (place - (candles.length - 1)) * tfMs
  const index = Math.floor(place)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return before.openTime + (place - index) * (after.openTime - before.openTime)
}
