import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { Instrument } from '../instrument.ts'
import { type Listing, type ListingNews, listingOf } from './listing.ts'
import { readListings, recordListings } from './queries.ts'

/** How old a listing may be in a process that only reads what another writes, ms */
const freshMs = 60_000

/** One for each instrument: as the source last said, or as it was built in. */
export interface Listings {
  get(asset: string): Listing | undefined
  /** Whether the source has ever spoken of it */
  isKnown(asset: string): boolean
  /** Takes and keeps what the source says. @returns those of our assets that it has spoken of, as they were and are */
  take(news: readonly ListingNews[]): { before: Listing; now: Listing }[]
  /** Reads what another process has written, once a minute. @param now  ms */
  refresh(now: number): Promise<void>
}

export interface ListingsOptions {
  db: Db
  source(): FeedId
  instruments(): readonly Instrument[]
  log: Pick<Logger, 'error'>
}

/** Of the source whose candles are stored. */
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
      // Who hears the source need not read what it said.
      readAt = Number.POSITIVE_INFINITY
      const changes = news.flatMap((one) => {
        const before = get(one.asset)
        return before ? [{ before, now: { ...before, ...one } }] : []
      })
      for (const { now } of changes) said.set(now.asset, now)
      const listings = changes.map(({ now }) => now)
      recordListings(db, listings, Date.now()).catch((error: unknown) =>
        log.error('What the source says of its assets could not be kept', error),
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
