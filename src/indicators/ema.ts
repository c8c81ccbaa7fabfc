import type { Indicator, Running } from './indicator.ts'
import { createSlidingMean, createSlidingSum } from './sma.ts'

/**
 * Number of values that determine an exponential average: four lengths, after which 0.03 % of the weight is left, and
 * at least 200, so that short averages have no visible error.
 * @param length of an average whose newest value weighs 2 / (length + 1)
 */
export function exponentialMemory(length: number): number {
  return Math.max(4 * length, 200)
}

/** Returns the length of an exponential average whose newest value has this weight. */
function lengthOfWeight(weight: number): number {
  return Math.round(2 / weight - 1)
}

/**
 * Exponential average, seeded with the mean of the `length` oldest values in its memory. So the result does not depend
 * on where the price history begins.
 */
export function createExponentialAverage(length: number, weight = 2 / (length + 1)): Running {
  const decay = 1 - weight
  const later = createSlidingSum(exponentialMemory(lengthOfWeight(weight)) - length - 1, decay)
  const oldest = createSlidingMean(length)
  let seed: number | undefined
  let seedWeight = decay
  const peek = (value: number) => {
    if (seed === undefined) return oldest.peek(value)
    return weight * (value + decay * later.sum) + seedWeight * seed
  }
  return {
    peek,
    next: (value) => {
      const average = peek(value)
      if (seed === undefined) seed = oldest.next(value)
      else {
        const left = later.push(value)
        if (left === undefined) seedWeight *= decay
        else seed = oldest.next(left)
      }
      return average
    },
  }
}

/** Wilder's average, whose newest value weighs 1 / length */
export function createWilderAverage(length: number): Running {
  return createExponentialAverage(length, 1 / length)
}

export function wilderMemory(length: number): number {
  return exponentialMemory(lengthOfWeight(1 / length))
}

export function createEma(length: number): Indicator<number> {
  const average = createExponentialAverage(length)
  return { peek: (price) => [average.peek(price)], close: (price) => [average.next(price)] }
}
