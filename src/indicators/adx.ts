import { trueRange } from './atr.ts'
import { createWilderAverage } from './ema.ts'
import { createIndicator, type Indicator, type IndicatorCandle } from './indicator.ts'

/** Directional index: +DI and −DI say how much of the true range was a new high or low, ADX how much they differ. */
export function createAdx(length: number): Indicator {
  const [ranges, ups] = [createWilderAverage(length), createWilderAverage(length)]
  const [downs, index] = [createWilderAverage(length), createWilderAverage(length)]
  let previous: IndicatorCandle | undefined
  return createIndicator(
    (candle, act) => {
      if (!previous) return [undefined, undefined, undefined]
      const rise = candle.high - previous.high
      const fall = previous.low - candle.low
      const range = ranges[act](trueRange(candle, previous.close))
      const up = ups[act](rise > fall && rise > 0 ? rise : 0)
      const down = downs[act](fall > rise && fall > 0 ? fall : 0)
      if (range === undefined || up === undefined || down === undefined) return [undefined, undefined, undefined]
      const [plus, minus] = range > 0 ? [(100 * up) / range, (100 * down) / range] : [0, 0]
      const sum = plus + minus
      return [index[act](sum > 0 ? (100 * Math.abs(plus - minus)) / sum : 0), plus, minus]
    },
    (candle) => {
      previous = candle
    },
  )
}
