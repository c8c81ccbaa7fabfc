import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, minutesOf, moscowDay } from '../../market/timeframe.ts'
import { paths } from '../../paths.ts'
import { readCandleRows } from './candle-list.ts'

export interface CandleRequest {
  asset: string
  tf: CandleLength
  to?: number
  from?: number
  /** Time at which the candles are wanted, ms UTC; without it, the present */
  until?: number
  limit: number
}

/** Function that requests candles. @throws Error when the request fails or the response contains no valid candles */
export type FetchCandles = (request: CandleRequest, signal: AbortSignal) => Promise<DecimalCandle[]>

interface LoaderOptions {
  asset: string
  tf: CandleLength
  fetchCandles: FetchCandles
}

/** Creates a loader of candles; none of its callbacks runs after `dispose`. */
export function createLoader({ asset, tf, fetchCandles }: LoaderOptions) {
  const abort = new AbortController()
  const unlessDisposed = (act: () => void) => {
    if (!abort.signal.aborted) act()
  }
  return {
    load: (
      range: Omit<CandleRequest, 'asset' | 'tf'>,
      onPage: (page: DecimalCandle[]) => void,
      onFailure: () => void,
    ) => {
      fetchCandles({ asset, tf, ...range }, abort.signal).then(
        (page) => unlessDisposed(() => onPage(page)),
        () => unlessDisposed(onFailure),
      )
    },
    dispose: () => abort.abort(),
  }
}

export const fetchCandles: FetchCandles = async ({ asset, tf, from, to, until, limit }, signal) => {
  const query = new URLSearchParams({ asset, tf: String(minutesOf(tf)), limit: String(limit) })
  if (tf === moscowDay) query.set('days', 'moscow')
  if (from !== undefined) query.set('from', String(from))
  if (to !== undefined) query.set('to', String(to))
  if (until !== undefined) query.set('until', String(until))
  // The browser must revalidate: responses are cached for a second, so a cached one may lack a correction made a moment
  // ago.
  const response = await fetch(`${paths.marketCandles}?${query}`, { signal, cache: 'no-cache' })
  if (!response.ok) throw new Error(`Candles of ${asset}: the server responded with ${response.status}`)
  const candles = readCandleRows(await response.json())
  if (!candles) throw new Error(`Candles of ${asset}: unexpected response format`)
  return candles
}
