/** Highest high and lowest low of the newest `size` candles. */
export interface Extremes {
  /** Undefined while there are fewer than `size` candles */
  readonly highest: number | undefined
  readonly lowest: number | undefined
  push(high: number, low: number): void
}

export function createExtremes(size: number): Extremes {
  const highs = createLeader(size, (a, b) => a >= b)
  const lows = createLeader(size, (a, b) => a <= b)
  return {
    get highest() {
      return highs.leader()
    },
    get lowest() {
      return lows.leader()
    },
    push: (high, low) => {
      highs.push(high)
      lows.push(low)
    },
  }
}

/**
 * Monotonic queue in a ring buffer: keeps the values that no later one beats, so the first is the extreme. Amortized
 * O(1) per value.
 */
function createLeader(size: number, beats: (a: number, b: number) => boolean) {
  const values = new Float64Array(size)
  const places = new Float64Array(size)
  let first = 0
  let length = 0
  let count = 0
  return {
    leader: () => (count >= size ? values[first] : undefined),
    push: (value: number) => {
      while (length > 0 && beats(value, values[(first + length - 1) % size] ?? 0)) length--
      if (length > 0 && (places[first] ?? 0) <= count - size) {
        first = (first + 1) % size
        length--
      }
      const at = (first + length) % size
      values[at] = value
      places[at] = count++
      length++
    },
  }
}
