/**
 * Where moments stand among a chart's candles: candle 0 is the first one loaded. Between two candles, and beyond the
 * first and the last, moments stand in proportion, so that drawings keep their places whatever the timeframe.
 */
export interface TimeLine {
  /** Number of the candle that a moment (ms UTC) belongs to, with the fraction to the next */
  indexOf(time: number): number
  /** The moment (ms UTC) at such a number */
  timeOf(index: number): number
}

/**
 * @param times     when the loaded candles open, ms UTC, ascending
 * @param lengthMs  of one candle: how far apart they are where none are loaded
 */
export function createTimeLine(times: readonly number[], lengthMs: number): TimeLine {
  const last = times.length - 1
  const at = (index: number) => times[Math.min(Math.max(index, 0), last)] ?? 0
  return {
    indexOf: (time) => {
      if (time <= at(0)) return (time - at(0)) / lengthMs
      if (time >= at(last)) return Math.max(last, 0) + (time - at(last)) / lengthMs
      const before = lastNotAfter(times, time)
      return before + (time - at(before)) / (at(before + 1) - at(before))
    },
    timeOf: (index) => {
      if (index <= 0) return at(0) + index * lengthMs
      if (index >= last) return at(last) + (index - Math.max(last, 0)) * lengthMs
      const before = Math.floor(index)
      return at(before) + (index - before) * (at(before + 1) - at(before))
    },
  }
}

/** Index of the last of some ascending times that is not after a moment; the first one when all are. */
export function lastNotAfter(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}
