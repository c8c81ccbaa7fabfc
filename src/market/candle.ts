import type { Timeframe } from './timeframe.ts'
import { type Decimal, type Digits, toDecimal, type Units, wholeUnits } from './units.ts'

interface CandleOf<Value> {
  /** Start of the candle, ms UTC */
  openTime: number
  open: Value
  high: Value
  low: Value
  close: Value
  volume: Value
}

/** A candle: price in steps of the quote currency, volume in steps of the base currency, see `Digits`. */
export interface Candle extends CandleOf<Units> {
  /** Trade data flows only from the source to the database; candle windows and reads omit it. */
  traded?: TradeData | undefined
}

export interface TradeData {
  trades: number
  /** Traded amount of the quote currency, in steps of the price */
  quoteVolume: Units
  /** Part of the volume that takers bought, in steps of the volume */
  takerVolume: Units
}

/** Candle for display: prices in the quote currency, volume in the base currency */
export interface DecimalCandle extends CandleOf<Decimal> {}

/** A candle as a row in the response of `GET /api/market/candles` */
export type CandleRow = [openTime: number, open: Decimal, high: Decimal, low: Decimal, close: Decimal, volume: Decimal]

/** One minute from a feed, sent many times while the minute is open and once when it has closed */
export interface MinuteUpdate extends Candle {
  asset: string
  isClosed: boolean
  /** Time of the update at the source, ms UTC. The later of two updates of a minute wins; a closed one always wins. */
  time: number
}

interface TickOf {
  asset: string
  tf: Timeframe
  isClosed: boolean
  time: number
}

export interface Tick extends Candle, TickOf {}

/** A tick in the format sent to browsers */
export interface DecimalTick extends DecimalCandle, TickOf {}

export function rowOf(candle: Candle, { priceDigits, volumeDigits }: Digits): CandleRow {
  const { openTime, open, high, low, close, volume } = candle
  return [
    openTime,
    toDecimal(open, priceDigits),
    toDecimal(high, priceDigits),
    toDecimal(low, priceDigits),
    toDecimal(close, priceDigits),
    toDecimal(volume, volumeDigits),
  ]
}

export function decimalsOf(candle: Candle, digits: Digits): DecimalCandle {
  const [openTime, open, high, low, close, volume] = rowOf(candle, digits)
  return { openTime, open, high, low, close, volume }
}

export function candleOf<Value>({ openTime, open, high, low, close, volume }: CandleOf<Value>): CandleOf<Value> {
  return { openTime, open, high, low, close, volume }
}

export function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    openTime: earlier.openTime,
    open: earlier.open,
    high: wholeUnits(Math.max(earlier.high, later.high)),
    low: wholeUnits(Math.min(earlier.low, later.low)),
    close: later.close,
    volume: wholeUnits(earlier.volume + later.volume),
  }
}
