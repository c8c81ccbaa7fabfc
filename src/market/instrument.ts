/** Something that is traded: a pair of currencies. */
export interface Instrument {
  /** Symbol of the pair, `BTCUSDT` */
  asset: string
  /** What is bought and sold, `BTC` */
  base: string
  /** What it is paid with, `USDT` */
  quote: string
  /** Name of the base currency, `Bitcoin` */
  name: string
  /** Digits after the point that prices are shown with */
  priceDigits: number
  /** Digits after the point that volumes are exact to */
  volumeDigits: number
}

const usdt = (base: string, name: string, priceDigits: number, volumeDigits: number): Instrument => ({
  asset: `${base}USDT`,
  base,
  quote: 'USDT',
  name,
  priceDigits,
  volumeDigits,
})

/** The pairs that the demo and binance feeds follow. Digits are the exchange's price and lot steps of spot pairs. */
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
