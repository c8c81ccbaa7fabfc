import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, closeTimeOf, openTimeOf } from '../../market/timeframe.ts'

/** Candles that are missing between two loaded ones */
export interface Hole {
  /** Index of the candle after the missing ones */
  index: number
  /** Open times of the first and the last missing candle, ms UTC */
  first: number
  last: number
}

/** Finds the holes before the candles from an index on, ascending. */
export function holesOf(candles: readonly DecimalCandle[], tf: CandleLength, from = 1): Hole[] {
  const holes: Hole[] = []
  for (let index = Math.max(1, from); index < candles.length; index++) {
    const [before, after] = [candles[index - 1]?.openTime ?? 0, candles[index]?.openTime ?? 0]
    const first = closeTimeOf(before, tf)
    if (first < after) holes.push({ index, first, last: openTimeOf(after - 1, tf) })
  }
  return holes
}

/** Names a span of candles by the times of the first and the last one. */
export function spanText({ first, last }: Pick<Hole, 'first' | 'last'>, moment: (time: number) => string): string {
  return first === last ? moment(first) : `${moment(first)} – ${moment(last)}`
}
