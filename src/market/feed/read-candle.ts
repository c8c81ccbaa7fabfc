import type { Candle, TradeData } from '../candle.ts'
import { minuteMs } from '../timeframe.ts'
import { type Digits, maxVolumeUnits, type ReadUnits, readUnits } from '../units.ts'

/** A candle as text: openTime in ms UTC; then open, high, low, close and volume as decimal strings */
export type CandleTexts = readonly [openTime: number, ...numbers: string[]]

export interface ReadCandle {
  candle: Candle
  /** False if a value had more decimals than `digits` allow and was rounded */
  isExact: boolean
}

/** Parses the decimal strings of a candle. Returns undefined if the candle is impossible or has too large values. */
export function readCandle(texts: CandleTexts, { priceDigits, volumeDigits }: Digits): ReadCandle | undefined {
  const [openTime, ...numbers] = texts
  const read = numbers.map((text, at) => readUnits(text, at < 4 ? priceDigits : volumeDigits))
  if (!read.every(isRead)) return undefined
  const [open, high, low, close, volume] = read.map(({ units }) => units)
  if (!open || !high || !low || !close || volume === undefined || volume > maxVolumeUnits) return undefined
  if (openTime % minuteMs !== 0 || high < Math.max(open, close) || low > Math.min(open, close)) return undefined
  return { candle: { openTime, open, high, low, close, volume }, isExact: read.every(({ isExact }) => isExact) }
}

/**
 * Parses trade data. Undefined if a value is missing or too large; the candle is valid without it.
 * @param trades  an integer
 */
export function readTraded(
  trades: unknown,
  quoteVolume: unknown,
  takerVolume: unknown,
  { priceDigits, volumeDigits }: Digits,
): TradeData | undefined {
  if (typeof trades !== 'number' || !Number.isSafeInteger(trades) || trades < 0) return undefined
  if (typeof quoteVolume !== 'string' || typeof takerVolume !== 'string') return undefined
  const [quote, taker] = [readUnits(quoteVolume, priceDigits), readUnits(takerVolume, volumeDigits)]
  return quote && taker && { trades, quoteVolume: quote.units, takerVolume: taker.units }
}

function isRead(read: ReadUnits | undefined): read is ReadUnits {
  return read !== undefined
}
