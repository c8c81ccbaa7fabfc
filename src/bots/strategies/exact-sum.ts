/** Sliding sum of the newest `size` integers, exact as long as sums stay below 2^53. */
export interface ExactSum {
  readonly sum: number
  readonly isFull: boolean
  push(value: number): void
}

export function createExactSum(size: number): ExactSum {
  const ring = new Float64Array(size)
  let place = 0
  let count = 0
  let sum = 0
  return {
    get sum() {
      return sum
    },
    get isFull() {
      return count === size
    },
    push: (value) => {
      sum += value - (ring[place] ?? 0)
      ring[place] = value
      place = place + 1 === size ? 0 : place + 1
      if (count < size) count++
    },
  }
}
