import type { IndicatorCandle } from './indicator.ts'

/** A price range with the volume that was traded in it */
export interface ProfileRow {
  low: number
  high: number
  /** Volume of candles that closed at or above their open, and of the others */
  rise: number
  fall: number
}

export interface VolumeProfile {
  /** Rows of equal height, from the lowest price to the highest */
  rows: readonly ProfileRow[]
  /** Index of the row with the largest volume; the lower one of two that are equal */
  control: number
  /** First and last row around it that together hold 70 % of the volume */
  area: { from: number; to: number }
}

const areaShare = 0.7

/**
 * Volume at each price. The volume of a candle counts as spread evenly from its low to its high, because candles do not
 * say where it was traded. Undefined if nothing was.
 */
export function volumeProfile(candles: readonly IndicatorCandle[], count: number): VolumeProfile | undefined {
  const bottom = candles.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY)
  const top = candles.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY)
  // A single price has one row of no height.
  const height = top > bottom ? (top - bottom) / count : 0
  const rows = Array.from({ length: height > 0 ? count : 1 }, (_, at): ProfileRow => {
    return { low: bottom + at * height, high: bottom + (at + 1) * height, rise: 0, fall: 0 }
  })
  const rowOf = (price: number) => (height > 0 ? Math.min(count - 1, Math.floor((price - bottom) / height)) : 0)
  for (const { open, high, low, close, volume } of candles) {
    const side = close >= open ? 'rise' : 'fall'
    const [first, last] = [rowOf(low), rowOf(high)]
    for (let at = first; at <= last; at++) {
      const row = rows[at]
      if (!row) continue
      const [from, to] = [at === first ? low : row.low, at === last ? high : row.high]
      row[side] += first === last ? volume : (volume * (to - from)) / (high - low)
    }
  }
  const volumes = rows.map(({ rise, fall }) => rise + fall)
  const control = volumes.indexOf(Math.max(...volumes))
  const total = volumes.reduce((sum, volume) => sum + volume, 0)
  return total > 0 ? { rows, control, area: areaAround(volumes, control, total * areaShare) } : undefined
}

/** Grows from the largest row towards the larger neighbor, upwards if both are equal. */
function areaAround(volumes: readonly number[], control: number, wanted: number): VolumeProfile['area'] {
  let [from, to] = [control, control]
  let held = volumes[control] ?? 0
  while (held < wanted && (from > 0 || to < volumes.length - 1)) {
    const [below, above] = [volumes[from - 1] ?? -1, volumes[to + 1] ?? -1]
    held += Math.max(below, above)
    if (above >= below) to++
    else from--
  }
  return { from, to }
}
