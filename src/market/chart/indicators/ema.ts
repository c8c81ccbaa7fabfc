import type { Indicator } from './indicator.ts'

/** An exponential average of a row of numbers, as other indicators are made of. */
export interface ExponentialAverage {
  next(value: number): number | undefined
  peek(value: number): number | undefined
}

/**
 * Begins with the mean of the first `length` values; each later one counts by `weight`, `2 / (length + 1)` unless given,
 * and what was before by the rest.
 */
export function createExponentialAverage(length: number, weight = 2 / (length + 1)): ExponentialAverage {
  let count = 0
  let sum = 0
  let average = 0
  const peek = (value: number) => {
    if (count + 1 < length) return undefined
    return count + 1 === length ? (sum + value) / length : average + weight * (value - average)
  }
  return {
    peek,
    next: (value) => {
      const next = peek(value)
      count += 1
      sum += value
      average = next ?? 0
      return next
    },
  }
}

/** Exponential moving average of closes. */
export function createEma(length: number): Indicator {
  const average = createExponentialAverage(length)
  return { peek: (price) => [average.peek(price)], close: (price) => [average.next(price)] }
}
