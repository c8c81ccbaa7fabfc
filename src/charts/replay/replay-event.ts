import type { TradeRules } from '../../market/listing/listing.ts'
import type { Digits } from '../../market/units.ts'
import type { FetchCandles } from '../candles/candle-loader.ts'

/** Market of the active chart of a replay */
export interface ReplayedAsset extends Digits {
  asset: string
  base: string
  quote: string
  rules?: TradeRules | undefined
}

/** Event on the document after each step and jump of a replay, and when the active chart changes */
export interface ReplayNews {
  asset: ReplayedAsset
  /** Time of the replay, ms UTC */
  time: number
  /** Last price as the charts show it; undefined while no chart of the asset has reached the time */
  price?: number | undefined
  /** Requests candles of the replay; those that its charts have are not requested again. */
  fetchCandles: FetchCandles
}

export const replayNewsEvent = 'kurs:replay'
/** Event on the document: the practice desk has loaded and needs the news */
export const replayAskedEvent = 'kurs:replay-asked'
