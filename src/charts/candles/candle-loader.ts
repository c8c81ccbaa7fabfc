import type { DecimalCandle } from '../../market/candle.ts'
import type { Timeframe } from '../../market/timeframe.ts'

export interface CandleRequest {
  asset: string
  tf: Timeframe
  to?: number
  from?: number
  limit: number
}

/** Function that requests candles. @throws Error when the request fails or the response contains no valid candles */
export type FetchCandles = (request: CandleRequest, signal: AbortSignal) => Promise<DecimalCandle[]>

interface LoaderOptions {
  asset: string
  tf: Timeframe
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
