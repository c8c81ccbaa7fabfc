import type { Indicator } from './indicator.ts'
import { createSlidingSum } from './sliding-sum.ts'
import { createSlidingMean } from './sma.ts'

/** Middle, upper and lower band: the mean, and a number of (population) standard deviations above and below it. */
export function createBollinger(length: number, deviations: number): Indicator {
  const mean = createSlidingMean(length)
  // Sums distances from a price in the window, because squares of full prices lose the significant digits.
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
