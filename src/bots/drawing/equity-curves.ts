import { moscowMs } from '../../i18n/moscow-time.ts'
import { dayMs, hourMs } from '../../market/timeframe.ts'

/* Pure computations for the equity chart */

/** Values of a curve: a list of numbers, or a column of a run */
export type Curve = ArrayLike<number>

/** Returns the drawdown at each value as a share of the highest value so far, which is at least `start`. */
export function drawdownsOf(values: Curve, start = 0): Float64Array {
  const falls = new Float64Array(values.length)
  let peak = start
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    peak = Math.max(peak, value)
    falls[index] = peak > 0 ? 1 - value / peak : 0
  }
  return falls
}

/** Returns at most `most` indexes of a curve, ascending, including its ends, peaks and troughs. */
export function placesOf(values: Curve, most: number): number[] {
  const { length } = values
  if (length <= most) return Array.from({ length }, (_, index) => index)
  const buckets = Math.floor((most - 2) / 2)
  const places = new Set([0])
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = Math.floor((bucket * length) / buckets)
    const to = Math.floor(((bucket + 1) * length) / buckets)
    let [low, high] = [from, from]
    for (let index = from; index < to; index++) {
      if ((values[index] ?? 0) < (values[low] ?? 0)) low = index
      if ((values[index] ?? 0) > (values[high] ?? 0)) high = index
    }
    places.add(Math.min(low, high)).add(Math.max(low, high))
  }
  return [...places.add(length - 1)].sort((a, b) => a - b)
}

/** Returns at most `most` evenly spaced indexes, including both ends. */
export function evenPlaces(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}

const steps = [1, 3, 6, 12, 24, 48, 120, 240, 720, 1440, 2160, 4320, 8760].map((hours) => hours * hourMs)

/** Returns about five round times (by Moscow time) between two times, ms UTC. */
export function momentsBetween(from: number, to: number): { times: number[]; isDaily: boolean } {
  const step = steps.find((each) => (to - from) / each <= 6) ?? 8760 * hourMs
  const first = Math.ceil((from + moscowMs) / step) * step - moscowMs
  const count = first > to ? 0 : Math.floor((to - first) / step) + 1
  return { times: Array.from({ length: count }, (_, index) => first + index * step), isDaily: step >= dayMs }
}

interface ChartCurve {
  label: string
  /** Line style of the curve: solid, dashed or dotted */
  look: 'main' | 'second' | 'reference' | 'fourth'
  /** Values of the curve: money in whole currency units */
  values: Curve
}

/** A band between two lines. It has its own times, which may be fewer than those of the curves. */
export interface ChartBand {
  label: string
  times: Curve
  low: Curve
  middle: Curve
  high: Curve
}

export interface EquityCurves {
  /** Times of the values, ms UTC, ascending; as many as each curve has values */
  times: Curve
  curves: readonly ChartCurve[]
  band?: ChartBand | undefined
}
