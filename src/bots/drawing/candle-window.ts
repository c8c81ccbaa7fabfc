import { mergeCandles } from '../../charts/candles/candle-list.ts'
import { fetchCandles } from '../../charts/candles/fetch-candles.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'

export interface CandleSpan {
  asset: string
  tf: Timeframe
  /** ms UTC, `to` exclusive */
  from: number
  to: number
}

const pageSize = 1000

export type WindowedCandles = readonly DecimalCandle[]

/**
 * Loads candles around a point in time, then neighboring ones, never beyond the span. Results are `undefined` after a
 * failure.
 */
export function createCandleWindow({ asset, tf, from, to }: CandleSpan) {
  const tfMs = tf * minuteMs
  const begin = openTimeOf(from, tf)
  const asking = new AbortController()
  let candles: WindowedCandles = []
  let isAsking = false

  async function ask(first: number, end: number): Promise<WindowedCandles | undefined> {
    isAsking = true
    try {
      if (first >= end) return []
      return await fetchCandles({ asset, tf, from: first, to: end, limit: pageSize }, asking.signal)
    } catch (error) {
      if (!asking.signal.aborted) reportError(error)
      return undefined
    } finally {
      isAsking = false
    }
  }
  async function add(first: number, end: number): Promise<WindowedCandles | undefined> {
    if (isAsking || first >= end) return undefined
    const page = await ask(first, end)
    if (!page || page.length === 0) return undefined
    candles = mergeCandles(candles, page)
    return candles
  }
  const half = (pageSize / 2) * tfMs
  return {
    around: async (time: number) => {
      const end = Math.min(to, Math.max(begin, openTimeOf(time, tf) - half) + 2 * half)
      const page = await ask(Math.max(begin, end - 2 * half), end)
      if (page) candles = page
      return page
    },
    older: () => {
      const first = candles[0]?.openTime ?? begin
      return add(Math.max(begin, first - half), first)
    },
    newer: () => {
      const next = (candles.at(-1)?.openTime ?? to) + tfMs
      return add(next, Math.min(to, next + half))
    },
    dispose: () => asking.abort(),
  }
}
