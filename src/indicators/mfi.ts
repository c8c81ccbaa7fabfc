import { createIndicator, type Indicator, type IndicatorCandle, typicalPrice } from './indicator.ts'
import { createSlidingMean } from './sma.ts'

/**
 * Money flow index, 0–100: share of the traded value in candles whose typical price rose; 50 if nothing was traded in
 * rising or falling candles.
 */
export function createMfi(length: number): Indicator {
  const [inflows, outflows] = [createSlidingMean(length), createSlidingMean(length)]
  let previous: number | undefined
  return createIndicator(
    (candle: IndicatorCandle, act) => {
      const price = typicalPrice(candle)
      if (previous === undefined) return [undefined]
      const flow = price * candle.volume
      const inflow = inflows[act](price > previous ? flow : 0)
      const outflow = outflows[act](price < previous ? flow : 0)
      if (inflow === undefined || outflow === undefined) return [undefined]
      return [inflow + outflow > 0 ? (100 * inflow) / (inflow + outflow) : 50]
    },
    (candle) => {
      previous = typicalPrice(candle)
    },
  )
}
