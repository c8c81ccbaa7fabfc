import type { Digits } from './units.ts'

export interface Instrument extends Digits {
  asset: string
  base: string
  quote: string
  name: string
  /** Name of the exchange, if several are followed and this is not the first */
  venue?: string | undefined
}

/** Returns the pair as screens show it: `BTC/USDT`, or `BTC/USDT · Bybit`. */
export function pairOf(instrument: Pick<Instrument, 'base' | 'quote' | 'venue'>): string {
  return `${instrument.base}/${quoteText(instrument)}`
}

/** Returns the second part of a pair: `USDT`, or `USDT · Bybit`. */
export function quoteText({ quote, venue }: Pick<Instrument, 'quote' | 'venue'>): string {
  return venue === undefined ? quote : `${quote} · ${venue}`
}

/** Returns the symbol meant by an input in another case (`btcusdt`); undefined if the input is exact or unknown. */
export function assetMeant(
  { instruments }: { instruments: readonly Pick<Instrument, 'asset'>[] },
  asked: string,
): string | undefined {
  const upper = asked.toUpperCase()
  if (instruments.some(({ asset }) => asset === asked)) return undefined
  return instruments.find(({ asset }) => asset.toUpperCase() === upper)?.asset
}

/** Returns the smallest step with this number of decimals, such as `0.01` for 2. */
export function stepOf(digits: number): string {
  return digits > 0 ? `0.${'1'.padStart(digits, '0')}` : '1'
}

const usdt = (base: string, name: string, priceDigits: number, volumeDigits: number): Instrument => ({
  asset: `${base}USDT`,
  base,
  quote: 'USDT',
  name,
  priceDigits,
  volumeDigits,
})

/** Trading pairs of the demo and of the exchanges. Their digits follow Binance's price and lot steps. */
export const defaultInstruments: readonly Instrument[] = [
  usdt('BTC', 'Bitcoin', 2, 5),
  usdt('ETH', 'Ethereum', 2, 4),
  usdt('SOL', 'Solana', 2, 3),
  usdt('BNB', 'BNB', 2, 3),
  usdt('XRP', 'XRP', 4, 1),
  usdt('DOGE', 'Dogecoin', 5, 0),
  usdt('TON', 'Toncoin', 3, 2),
  usdt('ADA', 'Cardano', 4, 1),
  usdt('AVAX', 'Avalanche', 2, 2),
  usdt('LINK', 'Chainlink', 2, 2),
  usdt('DOT', 'Polkadot', 3, 2),
  usdt('LTC', 'Litecoin', 2, 3),
]
