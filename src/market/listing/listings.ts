import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { hasCandles } from '../digits/queries.ts'
import { digitsNeeded } from '../digits/rescale.ts'
import type { Feed } from '../feed/feed.ts'
import type { FeedId } from '../feed/feed-id.ts'
import { manifests } from '../feed/manifests.ts'
import { type Instrument, stepOf } from '../instrument.ts'
import { digitsOfStep, type Listing, type ListingNews, listingOf, type TradeRules } from './listing.ts'
import { readListings, recordListings } from './queries.ts'

/** Maximum age of listings in a process that reads what another process writes, ms */
const freshMs = 60_000

/** One listing per instrument: the last one that the source reported, or the built-in default */
export interface Listings {
  get(asset: string): Listing | undefined
  /** Whether the source has ever reported this asset */
  isKnown(asset: string): boolean
  /** Applies and stores reported listings. @returns the previous and the new listing of each known asset */
  take(news: readonly ListingNews[]): { before: Listing; now: Listing }[]
  /** Reads listings written by another process, at most once a minute. @param now  current time, ms */
  refresh(now: number): Promise<void>
}

export interface ListingsOptions {
  db: Db
  source(): FeedId
  instruments(): readonly Instrument[]
  log: Pick<Logger, 'error'>
}

/** Opens the listings of the source whose candles are stored. */
export async function openListings({ db, source, instruments, log }: ListingsOptions): Promise<Listings> {
  let said = new Map<string, Listing>()
  const read = async () => {
    said = new Map((await readListings(db)).map((listing) => [listing.asset, listing]))
  }
  await read()
  let readAt = Date.now()
  // The state of the market asks for every asset, so a search through the instruments would be quadratic.
  let byAsset = { of: instruments(), map: mapOf(instruments()) }
  const get = (asset: string) => {
    const list = instruments()
    if (byAsset.of !== list) byAsset = { of: list, map: mapOf(list) }
    const instrument = byAsset.map.get(asset)
    return instrument && (said.get(asset) ?? listingOf(instrument, manifests[source()].minNotional))
  }
  return {
    get,
    isKnown: (asset) => said.has(asset),
    take: (news) => {
      // A process connected to the source need not read listings that another process wrote to the database.
      readAt = Number.POSITIVE_INFINITY
      const changes = news.flatMap((one) => {
        const before = get(one.asset)
        return before ? [{ before, now: { ...before, ...one } }] : []
      })
      for (const { now } of changes) said.set(now.asset, now)
      const listings = changes.map(({ now }) => now)
      recordListings(db, listings, Date.now()).catch((error: unknown) =>
        log.error('Could not store the asset listings that the source reported', error),
      )
      return changes
    },
    refresh: async (now) => {
      if (now - readAt < freshMs) return
      readAt = now
      await read()
    },
  }
}

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

function mapOf(list: readonly Instrument[]): ReadonlyMap<string, Instrument> {
  return new Map(list.map((instrument) => [instrument.asset, instrument]))
}
