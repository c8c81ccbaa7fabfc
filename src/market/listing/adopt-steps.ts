import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { hasCandles } from '../digits/queries.ts'
import { digitsNeeded } from '../digits/rescale.ts'
import type { Feed } from '../feed/feed.ts'
import { stepOf } from '../instrument.ts'
import { digitsOfStep, type TradeRules } from './listing.ts'
import type { Listings } from './listings.ts'

/** Queries the trading steps before storing prices: rounding is permanent. Continues if the source is silent. */
export async function askSteps(feed: Feed, listings: Pick<Listings, 'isKnown' | 'take'>, log: Pick<Logger, 'warn'>) {
  if (feed.listings) listings.take(feed.listings)
  if (!feed.ask || feed.instruments.every(({ asset }) => listings.isKnown(asset))) return
  const news = await feed.ask()
  if (news) listings.take(news)
  else log.warn('The source did not report its trading steps; using the built-in steps until the next start')
}

/** Makes a feed use the steps that the exchange trades in, but never coarser ones than the stored candles need. */
export async function adoptSteps(db: Db, feed: Feed, listings: Pick<Listings, 'get'>): Promise<void> {
  const steps = new Map<string, TradeRules>()
  for (const instrument of feed.instruments) {
    const { asset } = instrument
    const rules = listings.get(asset)
    if (!rules) continue
    const [priceDigits, volumeDigits] = [digitsOfStep(rules.priceStep), digitsOfStep(rules.quantityStep)]
    const needed = await digitsNeeded(db, { asset, priceDigits, volumeDigits })
    // An asset without stored candles may have a past, still to be fetched, with finer steps than today.
    const least = (await hasCandles(db, asset)) ? { priceDigits: 0, volumeDigits: 0 } : instrument
    const price = Math.max(needed.priceDigits, least.priceDigits)
    const volume = Math.max(needed.volumeDigits, least.volumeDigits)
    steps.set(asset, { ...rules, priceStep: stepOf(price), quantityStep: stepOf(volume) })
  }
  feed.adopt?.((asset) => steps.get(asset))
}
