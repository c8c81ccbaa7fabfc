import { type Instrument, stepOf } from '../instrument.ts'

const listingStatuses = ['trading', 'halted', 'delisted'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** Rules as decimals (`0.01`). Orders are multiples of the steps and worth at least `minNotional` (quote currency). */
export interface TradeRules {
  priceStep: string
  quantityStep: string
  minNotional: string
}

export interface Listing extends TradeRules {
  asset: string
  status: ListingStatus
}

/** Listing reported by the source. A rule is missing if the asset is gone or the exchange has switched it off. */
export interface ListingNews extends Partial<TradeRules> {
  asset: string
  status: ListingStatus
}

/** Maximum digits of a step: no exchange uses more, and more would leave no room for the integer part of the price. */
const maxDigits = 10

/** Default listing before the source has reported one. @param minNotional  usually 5 at exchanges */
export function listingOf({ asset, priceDigits, volumeDigits }: Instrument, minNotional = '5'): Listing {
  return {
    asset,
    status: 'trading',
    priceStep: stepOf(priceDigits),
    quantityStep: stepOf(volumeDigits),
    minNotional,
  }
}

export function digitsOfStep(step: string): number {
  return Math.min(maxDigits, step.split('.')[1]?.length ?? 0)
}

/** Returns the instrument with as many digits as the trading steps of its source have. */
export function withSteps(instrument: Instrument, listing: TradeRules | undefined): Instrument {
  if (!listing) return instrument
  const { priceStep, quantityStep } = listing
  return { ...instrument, priceDigits: digitsOfStep(priceStep), volumeDigits: digitsOfStep(quantityStep) }
}
