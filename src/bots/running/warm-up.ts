import type { CandleColumns } from '../../market/columns.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import type { Minute } from '../engine/portfolio.ts'
import { minuteAt } from '../engine/replay.ts'
import type { Setup } from '../engine/run-state.ts'

interface WarmUp {
  asset: string
  tf: Timeframe
  setup: Setup
  /** openTime of the first minute that is not included, ms UTC */
  to: number
}

/** Max number of times that the time looked back is doubled because minutes are missing */
const maxLooks = 8

/**
 * Reads known minutes up to `to` with enough candles for the strategy's warm-up. Counts candles instead of time,
 * because some candles may be missing.
 */
export async function readWarmUp(
  market: Pick<Market, 'columns'>,
  { asset, tf, setup, to }: WarmUp,
): Promise<CandleColumns> {
  const wanted = (setup.playing?.warmUp ?? 0) + 1
  const last = openTimeOf(to - minuteMs, tf)
  for (let look = 0; ; look++) {
    const from = Math.max(0, last - wanted * 2 ** look * tf * minuteMs)
    const minutes = await market.columns({ asset, tf: 1, from, to })
    if (candlesIn(minutes, tf) > wanted || from === 0 || look === maxLooks) return minutes
  }
}

export function* minutesOf(columns: CandleColumns): Generator<Minute> {
  for (let index = 0; index < columns.openTime.length; index++) yield minuteAt(columns, index)
}

function candlesIn({ openTime }: CandleColumns, tf: Timeframe): number {
  let [count, last] = [0, -1]
  for (const time of openTime) {
    const candle = openTimeOf(time, tf)
    if (candle !== last) count++
    last = candle
  }
  return count
}
