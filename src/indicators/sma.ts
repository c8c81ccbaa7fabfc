import type { Indicator, Running } from './indicator.ts'

/** Sum over the newest `size` values, where each value weighs `decay` times as much as the next newer one. */
export interface SlidingSum {
  /** Weighted sum of the newest `size` values, or of all values while there are fewer */
  readonly sum: number
  readonly count: number
  readonly isFull: boolean
  /** One of the summed values, relative to which `measure` works; set once the window is full */
  readonly base: number
  /** Adds a value. @returns the value that left the window; undefined while the window was not full */
  push(value: number): number | undefined
}

/**
 * Creates a sum that never subtracts, so rounding errors do not accumulate: the ring holds the rest of the previous
 * block, stored as sums from each place to its end, and the current block. Two additions per push on average.
 * @param measure the summed quantity of a value, relative to a base among the values
 */
export function createSlidingSum(
  size: number,
  decay = 1,
  measure: (value: number, base: number) => number = (value) => value,
): SlidingSum {
  const ring = new Float64Array(size)
  /** Sums over the previous block of the ring, from each place to the end of the block */
  const rest = new Float64Array(size + 1)
  const powers = Float64Array.from({ length: size + 1 }, (_, exponent) => decay ** exponent)
  let isFull = false
  let place = 0
  let base = 0
  let inCourse = 0

  const turn = () => {
    isFull = true
    place = inCourse = 0
    base = ring[size - 1] ?? 0
    for (let at = size - 1; at >= 0; at--) {
      rest[at] = (powers[size - 1 - at] ?? 0) * measure(ring[at] ?? 0, base) + (rest[at + 1] ?? 0)
    }
  }
  return {
    get sum() {
      return isFull ? inCourse + (powers[place] ?? 0) * (rest[place] ?? 0) : inCourse
    },
    get count() {
      return isFull ? size : place
    },
    get isFull() {
      return isFull
    },
    get base() {
      return base
    },
    push: (value) => {
      const left = isFull ? ring[place] : undefined
      ring[place++] = value
      inCourse = decay * inCourse + measure(value, base)
      if (place === size) turn()
      return left
    },
  }
}

/** Creates the mean of the newest `length` values, including the given one. */
export function createSlidingMean(length: number): Running {
  if (length === 1) return { peek: (value) => value, next: (value) => value }
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

export function createSma(length: number): Indicator<number> {
  const mean = createSlidingMean(length)
  return { peek: (price) => [mean.peek(price)], close: (price) => [mean.next(price)] }
}
