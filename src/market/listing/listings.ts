import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { Instrument } from '../instrument.ts'
import { type Listing, type ListingNews, listingOf } from './listing.ts'
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
  const get = (asset: string) => {
    const instrument = instruments().find((one) => one.asset === asset)
    return instrument && (said.get(asset) ?? listingOf(instrument, source()))
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
