import type { Indicator } from './indicator.ts'

/**
 * Weighted moving average: the newest value weighs `length`, the one before it one less, the oldest 1. Like
 * `createSlidingSum` it never subtracts: the weighted sum is put together from the rest of the previous block of the
 * ring and the current block.
 */
export function createWma(length: number): Indicator<number> {
  const size = length - 1
  const ring = new Float64Array(size)
  /** Over the previous block, from each place to its end: the sum, and the sum with weights 1, 2, 3 … */
  const [rest, weighted] = [new Float64Array(size + 1), new Float64Array(size + 1)]
  const weights = (length * (length + 1)) / 2
  let isFull = false
  let place = 0
  let inCourse = 0
  let inCourseWeighted = 0

  const turn = () => {
    isFull = true
    place = inCourse = inCourseWeighted = 0
    for (let at = size - 1; at >= 0; at--) {
      rest[at] = (ring[at] ?? 0) + (rest[at + 1] ?? 0)
      weighted[at] = (weighted[at + 1] ?? 0) + (rest[at] ?? 0)
    }
  }
  const peek = (value: number) => {
    if (!isFull) return [undefined]
    const before = (weighted[place] ?? 0) + (size - place) * inCourse + inCourseWeighted
    return [(before + length * value) / weights]
  }
  return {
    peek,
    close: (value) => {
      const values = peek(value)
      ring[place++] = value
      inCourse += value
      inCourseWeighted += place * value
      if (place === size) turn()
      return values
    },
  }
}
