import type { ReadonlySignal } from '@preact/signals-react'
import { type CandleLength, closeTimeOf, openTimeOf } from '../../market/timeframe.ts'
import type { FetchCandles } from '../candles/candle-loader.ts'

interface BackOptions {
  fetchCandles: FetchCandles
  /** Present time of the replay, ms UTC */
  time: ReadonlySignal<number>
  /** Times before each step, oldest first: those later than the time that is gone back to are removed */
  steps: number[]
  charts: ReadonlySet<{ asset: string }>
  /** Receives the time that is gone back to; undefined if the candles before it could not be loaded. */
  landed(time: number | undefined): void
}

/** Creates the way back of a replay. Calls made while candles are loaded are joined into one. */
export function createBack({ fetchCandles, time, steps, charts, landed }: BackOptions) {
  let wanted = 0
  let isGoing = false
  let assets: ReadonlySet<string> = new Set()
  const timeBefore = (count: number, tf: CandleLength) => {
    // After a jump there are no charts until they have been opened again.
    if (charts.size > 0) assets = new Set([...charts].map(({ asset }) => asset))
    const before = steps.at(-count)
    // Between two steps, a time is the end of a candle. The start may lie among missing candles.
    if (before !== undefined && steps.length > count) return before
    const [start] = steps
    const way = { time: start ?? time.peek(), count: count - steps.length, tf, isAtStart: start === undefined }
    return endBefore(fetchCandles, assets, way)
  }
  const goOnce = async (tf: CandleLength) => {
    const count = wanted
    wanted = 0
    const to = await timeBefore(count, tf)
    steps.splice(0, steps.length, ...steps.filter((each) => each < to))
    if (to !== time.peek()) landed(to)
  }
  return async (count: number, tf: CandleLength): Promise<void> => {
    wanted += count
    if (isGoing) return
    isGoing = true
    try {
      while (wanted > 0) await goOnce(tf)
    } catch {
      wanted = 0
      landed(undefined)
    } finally {
      isGoing = false
    }
  }
}

interface Way {
  /** Time to begin at, ms UTC */
  time: number
  /** Number of candles to go back; with 0, only missing candles are passed */
  count: number
  tf: CandleLength
  /** Whether the replay is at that time: passing missing candles then counts as one candle */
  isAtStart: boolean
}

/** Finds the end of an earlier candle of the assets, or of their first one. @throws Error when a request fails */
async function endBefore(
  fetchCandles: FetchCandles,
  assets: ReadonlySet<string>,
  { time, count, tf, isAtStart }: Way,
): Promise<number> {
  const { signal } = new AbortController()
  const request = { tf, until: time, limit: count + 1 }
  const pages = await Promise.all([...assets].map((asset) => fetchCandles({ asset, ...request }, signal)))
  // A candle in progress ends at the time itself.
  const ends = pages.flat().map(({ openTime }) => Math.min(time, closeTimeOf(openTime, tf)))
  const known = [...new Set(ends)].sort((a, b) => b - a)
  if (assets.size > 0) return known[isAtStart && known[0] !== time ? count - 1 : count] ?? known.at(-1) ?? time
  let end = time
  for (let left = count; left > 0; left--) end = Math.max(0, openTimeOf(end - 1, tf))
  return end
}
