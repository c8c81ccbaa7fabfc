import type { Instrument } from '../../instrument.ts'
import type { FeedId } from '../feed-id.ts'
import { manifests } from '../manifests.ts'

/** Returns the instruments of an exchange that is not the first of several. */
export function venueInstruments(id: FeedId, instruments: readonly Instrument[]): Instrument[] {
  return instruments.map((instrument) => {
    return { ...instrument, asset: venueAsset(id, instrument.asset), venue: manifests[id].venue ?? id }
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
