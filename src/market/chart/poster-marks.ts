import type { Candle } from '../candle.ts'
import { minuteMs, type Timeframe } from '../timeframe.ts'
import { axisTime, type MarkSpan } from './axis-time.ts'

export interface TimeMark {
  /** Place among the candles */
  index: number
  /** On the axis' clock, s */
  seconds: number
  span: MarkSpan
}

/** Distances of marks that clocks and calendars have, minutes */
const steps = [5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 7200, 14_400, 43_200, 86_400]
const daySeconds = 86_400

/** Candles at round times of the axis, about `count` of them: midnights by their day, others by their hour. */
export function timeMarks(candles: readonly Candle[], tf: Timeframe, count: number): TimeMark[] {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return []
  const rough = (last.openTime - first.openTime) / minuteMs / count
  const step = (steps.find((each) => each >= rough && each >= tf) ?? 172_800) * 60
  return candles.flatMap(({ openTime }, index) => {
    const seconds = axisTime(openTime, tf)
    if (seconds % step !== 0) return []
    return [{ index, seconds, span: seconds % daySeconds === 0 ? 'day' : 'time' }]
  })
}
