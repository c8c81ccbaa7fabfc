import { createIndicator, type Indicator, typicalPrice } from './indicator.ts'
import { createSlidingMean } from './sma.ts'

/**
 * Commodity channel index: distance of the typical price from its mean, in units of 0.015 mean absolute deviations; 0 if
 * the price has not changed. The deviation needs the whole window, so a candle costs a pass over `length` prices.
 */
export function createCci(length: number): Indicator {
  const mean = createSlidingMean(length)
  const before = new Float64Array(length - 1)
  let place = 0
  return createIndicator(
    (candle, act) => {
      const price = typicalPrice(candle)
      const middle = mean[act](price)
      if (middle === undefined) return [undefined]
      let sum = Math.abs(price - middle)
      for (let at = 0; at < before.length; at++) sum += Math.abs((before[at] ?? 0) - middle)
      const deviation = sum / length
      // A constant price has a deviation that consists of rounding errors.
      return [deviation <= 1e-12 * Math.abs(middle) ? 0 : (price - middle) / (0.015 * deviation)]
    },
    (candle) => {
      before[place] = typicalPrice(candle)
      place = (place + 1) % before.length
    },
  )
}
