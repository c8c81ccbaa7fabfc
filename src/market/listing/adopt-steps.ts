import type { Db } from '../../db/client.ts'
import type { Feed } from '../feed/feed.ts'
import { stepOf } from '../instrument.ts'
import { digitsNeeded } from '../rescale.ts'
import { digitsOfStep, type TradeRules } from './listing.ts'
import type { Listings } from './listings.ts'

/** Has a feed read its source in the steps that are traded, but in none that would lose something of what is stored. */
export async function adoptSteps(db: Db, feed: Feed, listings: Pick<Listings, 'get'>): Promise<void> {
  const steps = new Map<string, TradeRules>()
  for (const { asset } of feed.instruments) {
    const rules = listings.get(asset)
    if (!rules) continue
    const [priceDigits, volumeDigits] = [digitsOfStep(rules.priceStep), digitsOfStep(rules.quantityStep)]
    const needed = await digitsNeeded(db, { asset, priceDigits, volumeDigits })
    steps.set(asset, { ...rules, priceStep: stepOf(needed.priceDigits), quantityStep: stepOf(needed.volumeDigits) })
  }
  feed.adopt?.((asset) => steps.get(asset))
}
