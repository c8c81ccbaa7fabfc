/** Sum over the newest `size` values, where each value weighs `decay` times as much as the next newer one. */
export interface SlidingSum {
  /** Sum of the values so far while there are fewer than `size` */
  readonly sum: number
  readonly count: number
  readonly isFull: boolean
  /** One of the summed values, once the sum is full */
  readonly base: number
  /** @returns the value that left the window; undefined while there was room */
  push(value: number): number | undefined
}

/**
 * Never subtracts, so rounding errors do not accumulate: the ring holds the rest of the previous block, stored as sums
 * from each place to its end, and the current block. Two additions per push on average.
 * @param measure the summed quantity of a value, relative to a base among the values
 */
export function createSlidingSum(
  size: number,
  decay = 1,
  measure: (value: number, base: number) => number = (value) => value,
): SlidingSum {
  const ring = new Float64Array(size)
  /** Sums of the previous block, from each place to its end */
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
