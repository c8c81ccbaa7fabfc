import type { Indicator } from './indicator.ts'
import { createSlidingMean, createSlidingSum } from './sma.ts'

/** Bollinger bands: the middle is the mean, upper and lower are some (population) standard deviations away from it. */
export function createBollinger(length: number, deviations: number): Indicator<number> {
  const mean = createSlidingMean(length)
  // The variance is computed from distances to a price in the window: squares of full prices lose significant digits.
  const distances = createSlidingSum(length - 1, 1, (price, base) => price - base)
  const squares = createSlidingSum(length - 1, 1, (price, base) => (price - base) * (price - base))
  const peek = (price: number) => {
    const middle = mean.peek(price)
    if (middle === undefined) return [undefined, undefined, undefined]
    const distance = price - distances.base
    const average = (distances.sum + distance) / length
    const variance = (squares.sum + distance * distance) / length - average * average
    const spread = deviations * Math.sqrt(Math.max(0, variance))
    return [middle, middle + spread, middle - spread]
  }
  return {
    peek,
    close: (price) => {
      const values = peek(price)
      mean.next(price)
      distances.push(price)
      squares.push(price)
      return values
    },
  }
}
