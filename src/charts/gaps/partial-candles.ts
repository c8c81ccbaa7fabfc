import type { DecimalCandle } from '../../market/candle.ts'
import type { Span } from '../../market/span.ts'
import { type CandleLength, closeTimeOf, minuteMs } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'

/** A candle that lacks some of its minutes */
export interface PartialCandle {
  /** Number of its minutes, and of those that the source does not have */
  total: number
  missing: number
  /** Missing minutes, ascending, within the candle */
  gaps: Span[]
}

/** Finds the candles that lack minutes, by their openTime. @param gaps  disjoint and ascending */
export function partialCandles(
  candles: readonly DecimalCandle[],
  tf: CandleLength,
  gaps: readonly Span[],
): Map<number, PartialCandle> {
  const found = new Map<number, PartialCandle>()
  for (const gap of gaps) {
    for (let index = Math.max(0, indexAt(candles, gap.from)); index < candles.length; index++) {
      const { openTime } = candles[index] ?? { openTime: gap.to }
      if (openTime >= gap.to) break
      const end = closeTimeOf(openTime, tf)
      const [from, to] = [Math.max(openTime, gap.from), Math.min(end, gap.to)]
      if (from >= to) continue
      const known = found.get(openTime) ?? { total: (end - openTime) / minuteMs, missing: 0, gaps: [] }
      known.missing += (to - from) / minuteMs
      known.gaps.push({ from, to })
      found.set(openTime, known)
    }
  }
  return found
}
