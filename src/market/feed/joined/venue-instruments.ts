import { defaultInstruments, type Instrument } from '../../instrument.ts'
import type { FeedId } from '../feed-id.ts'

/** Names of the exchanges, as screens show them beside a pair */
const venueNames: Partial<Record<FeedId, string>> = { binance: 'Binance', bybit: 'Bybit', okx: 'OKX' }

/** Returns the instruments of an exchange that is not the first of several. */
export function venueInstruments(id: FeedId, instruments: readonly Instrument[] = defaultInstruments): Instrument[] {
  return instruments.map((instrument) => {
    return { ...instrument, asset: venueAsset(id, instrument.asset), venue: venueNames[id] ?? id }
  })
}

/** Returns the symbol of an asset at an exchange that is not the first of several: `bybit:BTCUSDT`. */
export function venueAsset(id: FeedId, asset: string): string {
  return `${prefixOf(id)}${asset}`
}

/** Returns what the symbols of an exchange that is not the first of several begin with. */
export function prefixOf(id: FeedId): string {
  return `${id}:`
}
