import type { ReadonlySignal } from '@preact/signals-react'
import type { CandleLength } from '../../market/timeframe.ts'
import type { FetchCandles } from './candle-loader.ts'
import type { CandleSource } from './candle-source.ts'

/** Origin of the candles of charts: the live market, or a replay of its past */
export interface CandleSupply {
  fetchCandles: FetchCandles
  /** Keeps a source up to date. Returns a function that stops this. */
  follow(source: CandleSource, asset: string, tf: CandleLength): () => void
  /** Time of a replay when it began or jumped, ms UTC; candles that close later must not be shown */
  until?: number
  /** Present time of a replay, ms UTC */
  time?: ReadonlySignal<number>
}
