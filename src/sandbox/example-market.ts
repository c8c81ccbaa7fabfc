import type { MarketState } from '../market/asset-state.ts'
import type { CandleRow } from '../market/candle.ts'
import { defaultInstruments, type Instrument } from '../market/instrument.ts'
import { hourMs } from '../market/timeframe.ts'

const [first] = defaultInstruments
if (!first) throw new Error('The default asset list is empty')

export const exampleAsset: Instrument = first
export const exampleLast = 98_755.2
export const exampleMarket: MarketState = { name: 'live', isBackfilling: false }

/** Generates example candles of one hour whose prices follow overlapping waves; the last candle is still open. */
export function exampleRows(now: number, count = 300): CandleRow[] {
  const start = now - (now % hourMs) - (count - 1) * hourMs
  const priceAt = (n: number) => exampleLast + Math.round(900 * Math.sin(n / 19) + 350 * Math.sin(n / 3.1))
  return Array.from({ length: count }, (_, n) => {
    const [open, close] = [priceAt(n), priceAt(n + 1)]
    const wick = 80 + 60 * Math.abs(Math.sin(n * 7))
    const [high, low] = [Math.max(open, close) + Math.round(wick), Math.min(open, close) - Math.round(wick)]
    return [start + n * hourMs, open, high, low, close, 400 + Math.round(300 * Math.abs(Math.sin(n / 5)))]
  })
}
