import type { Timeframe } from './timeframe.ts'

/** What happened to a price in one span of time. Prices are in the quote currency, volume in the base currency. */
export interface Candle {
  /** Start of the span, ms UTC */
  openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** A candle as `GET /api/market/candles` answers it: `[openTime, open, high, low, close, volume]`. */
export type CandleRow = [openTime: number, open: number, high: number, low: number, close: number, volume: number]

/** What a feed says of one minute of one asset: often while it lasts, once when it has ended. */
export interface MinuteUpdate extends Candle {
  asset: string
  isClosed: boolean
  /** When the source said so, ms UTC: of two updates of one minute the later one holds, a closed one always */
  time: number
}

/** The current candle of one asset and timeframe. */
export interface Tick extends Candle {
  asset: string
  tf: Timeframe
  isClosed: boolean
  /** When it was last changed, ms UTC */
  time: number
}

export function rowOf({ openTime, open, high, low, close, volume }: Candle): CandleRow {
  return [openTime, open, high, low, close, volume]
}

/** The candle alone, of something that says more about it. */
export function candleOf({ openTime, open, high, low, close, volume }: Candle): Candle {
  return { openTime, open, high, low, close, volume }
}
