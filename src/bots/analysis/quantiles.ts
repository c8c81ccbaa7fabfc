/** Range of 90 % of random runs: one run in twenty is below `low`, one in twenty above `high`. */
export interface Band {
  low: number
  middle: number
  high: number
}

const shares = { low: 0.05, middle: 0.5, high: 0.95 } as const

/** Computes the band of values, which it sorts in place. Needs at least one value. */
export function bandOf(values: Float64Array): Band {
  values.sort()
  return {
    low: quantileOf(values, shares.low),
    middle: quantileOf(values, shares.middle),
    high: quantileOf(values, shares.high),
  }
}

/** Returns a quantile, interpolated between the two nearest values. @param ascending  at least one value */
function quantileOf(ascending: ArrayLike<number>, share: number): number {
  const place = (ascending.length - 1) * share
  const below = Math.floor(place)
  const lower = ascending[below] ?? 0
  const upper = ascending[below + 1] ?? lower
  return lower + (upper - lower) * (place - below)
}
