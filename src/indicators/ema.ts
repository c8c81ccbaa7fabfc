import type { Indicator } from './indicator.ts'

export interface ExponentialAverage {
  next(value: number): number | undefined
  peek(value: number): number | undefined
}

/** Seeded with the mean of the first `length` values; each later one weighs `weight`. */
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

export function createEma(length: number): Indicator {
  const average = createExponentialAverage(length)
  return { peek: (price) => [average.peek(price)], close: (price) => [average.next(price)] }
}
