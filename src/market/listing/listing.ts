import type { FeedId } from '../feed/feed-id.ts'
import { type Instrument, stepOf } from '../instrument.ts'

const listingStatuses = ['trading', 'halted', 'delisted'] as const
export type ListingStatus = (typeof listingStatuses)[number]

/** Decimals, such as `0.01`: whole multiples of the steps are traded, for at least so much of the quote currency. */
export interface TradeRules {
  priceStep: string
  quantityStep: string
  minNotional: string
}

export interface Listing extends TradeRules {
  asset: string
  status: ListingStatus
}

/** What a source says of an asset's trade; nothing of its rules once it is gone, and of those it has switched off. */
export interface ListingNews extends Partial<TradeRules> {
  asset: string
  status: ListingStatus
}

/** More digits than an exchange has would not leave room for the price before them. */
const mostDigits = 10

/** What is known of an asset before its source has said anything. A file has no least order; the exchange's is usually 5. */
export function listingOf({ asset, priceDigits, volumeDigits }: Instrument, source: FeedId): Listing {
  return {
    asset,
    status: 'trading',
    priceStep: stepOf(priceDigits),
    quantityStep: stepOf(volumeDigits),
    minNotional: source === 'replay' ? '0' : '5',
  }
}

export function digitsOfStep(step: string): number {
  return Math.min(mostDigits, step.split('.')[1]?.length ?? 0)
}

/** An instrument in the digits that its source's steps have. */
export function withSteps(instrument: Instrument, listing: TradeRules | undefined): Instrument {
  if (!listing) return instrument
  const { priceStep, quantityStep } = listing
  return { ...instrument, priceDigits: digitsOfStep(priceStep), volumeDigits: digitsOfStep(quantityStep) }
}
