import type { Indicator } from './indicator.ts'
import { createSlidingSum } from './sliding-sum.ts'

export interface SlidingMean {
  /** Returns the mean of the newest `length` values, including this one; undefined while there are too few values. */
  peek(value: number): number | undefined
  next(value: number): number | undefined
}

export function createSlidingMean(length: number): SlidingMean {
  const before = createSlidingSum(length - 1)
  const peek = (value: number) => (before.isFull ? (before.sum + value) / length : undefined)
  return {
    peek,
    next: (value) => {
      const mean = peek(value)
      before.push(value)
      return mean
    },
  }
}

export function createSma(length: number): Indicator {
  const mean = createSlidingMean(length)
  return { peek: (price) => [mean.peek(price)], close: (price) => [mean.next(price)] }
}
