/** The sum over the newest `size` values, where each value weighs `decay` times what the one after it weighs. */
export interface SlidingSum {
  /** Of the values so far while they are fewer than `size` */
  readonly sum: number
  readonly count: number
  readonly isFull: boolean
  /** One of the values that are summed, once it is full */
  readonly base: number
  /** @returns the value that has left for it; undefined while there was room */
  push(value: number): number | undefined
}

/**
 * Nothing is ever subtracted, so no rounding error stays or grows: the ring holds a block that is being left, summed
 * from each place to its end, and the one in course. Two additions a push on average.
 * @param measure  what is summed of a value, seen from a base among the values
 */
export function createSlidingSum(
  size: number,
  decay = 1,
  measure: (value: number, base: number) => number = (value) => value,
): SlidingSum {
  const ring = new Float64Array(size)
  /** Of the block being left, from each place to its end */
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
