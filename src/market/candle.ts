import type { Timeframe } from './timeframe.ts'

/** Prices are in the quote currency, volume in the base currency. */
export interface Candle {
  /** ms UTC */
  openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** As `GET /api/market/candles` answers */
export type CandleRow = [openTime: number, open: number, high: number, low: number, close: number, volume: number]

/** One minute from a feed: many times while it lasts, once when it has closed. */
export interface MinuteUpdate extends Candle {
  asset: string
  isClosed: boolean
  /** The source's, ms UTC: of two updates of one minute the later wins, a closed one always */
  time: number
}

export interface Tick extends Candle {
  asset: string
  tf: Timeframe
  isClosed: boolean
  time: number
}

export function rowOf({ openTime, open, high, low, close, volume }: Candle): CandleRow {
  return [openTime, open, high, low, close, volume]
}

export function candleOf({ openTime, open, high, low, close, volume }: Candle): Candle {
  return { openTime, open, high, low, close, volume }
}
