import type { Instrument } from '../../market/instrument.ts'
import type { Listing } from '../../market/listing/listing.ts'
import { readUnits } from '../../market/units.ts'
import { moneyDigits, type TradeScale, wholeMoney } from './money.ts'

/** Returns the price and quantity steps of an instrument in its own units. */
export function scaleOf({ priceDigits, volumeDigits }: Instrument, listing: Listing): TradeScale {
  const step = (text: string, digits: number) => Math.max(1, readUnits(text, digits)?.units ?? 1)
  return {
    priceDigits,
    volumeDigits,
    priceStep: step(listing.priceStep, priceDigits),
    quantityStep: step(listing.quantityStep, volumeDigits),
    minNotional: wholeMoney(readUnits(listing.minNotional, moneyDigits)?.units ?? 0),
  }
}
