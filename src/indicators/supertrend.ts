import { createAverageRange } from './atr.ts'
import { createIndicator, type Indicator } from './indicator.ts'
import { createPath, type Recursion } from './path.ts'

interface Bands {
  upper: number
  lower: number
  close: number
  previousClose: number
}

interface Trend {
  upper: number
  lower: number
  isRising: boolean
}

/** Bands only approach the price until a close breaks through; then the trend turns. */
const trend: Recursion<Bands, Trend> = {
  create: () => ({ upper: 0.5, lower: 0.5, isRising: true }),
  begin: ({ upper, lower }, into) => {
    into.upper = upper
    into.lower = lower
    into.isRising = true
  },
  step: (before, { upper, lower, close, previousClose }, into) => {
    into.upper = previousClose > before.upper || upper < before.upper ? upper : before.upper
    into.lower = previousClose < before.lower || lower > before.lower ? lower : before.lower
    into.isRising = before.isRising ? close >= into.lower : close > into.upper
  },
  isSame: (left, right) => left.upper === right.upper && left.lower === right.lower && left.isRising === right.isRising,
}

/**
 * SuperTrend: the band below the price in a rising trend, above it in a falling one, and the direction as 1 or −1. The
 * bands are some average true ranges away from the middle of the candle.
 */
export function createSuperTrend(length: number, multiplier: number): Indicator {
  const average = createAverageRange(length)
  const path = createPath(trend)
  let previousClose = 0
  return createIndicator(
    (candle, act) => {
      const range = average[act](candle)
      if (range === undefined) return [undefined, undefined]
      const middle = (candle.high + candle.low) / 2
      const reach = multiplier * range
      const bands = { upper: middle + reach, lower: middle - reach, close: candle.close, previousClose }
      const { upper, lower, isRising } = path[act](bands)
      return isRising ? [lower, 1] : [upper, -1]
    },
    ({ close }) => {
      previousClose = close
    },
  )
}
