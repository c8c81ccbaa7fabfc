import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type Books, openBooks } from '../books.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { Instrument } from '../instrument.ts'
import { type Listings, openListings } from '../listing/listings.ts'
import { createMissingReader, type MissingReader } from '../past/missing.ts'
import type { CandleReader } from '../queries.ts'
import { allTime } from '../span.ts'
import { createIdentityReader, identityOf, isOf } from './identity.ts'
import type { MarketIdentity } from './process-topics.ts'

export interface SnapshotOptions {
  db: Db
  reader: CandleReader
  /** The source while the database says none */
  expected?: FeedId | undefined
  historyDays: number
  log: Logger
}

/** What is known of one source in the same digits: it is replaced as a whole. */
export interface Snapshot {
  identity: MarketIdentity
  books: Books
  listings: Listings
  missing: MissingReader
  mark: string
}

/** @param told  by the process with the feed; passed over where the database has other prices than those */
export async function takeSnapshot(options: SnapshotOptions, told: MarketIdentity | undefined): Promise<Snapshot> {
  const readStored = createIdentityReader(options.db)
  for (;;) {
    const stored = await readStored()
    const identity = told && isOf(told, stored) ? told : identityOf(stored, options.expected)
    const snapshot = { ...(await readSnapshot(options, identity)), mark: stored.mark }
    if ((await readStored()).mark === stored.mark) return snapshot
  }
}

async function readSnapshot({ db, reader, historyDays, log }: SnapshotOptions, told: MarketIdentity) {
  // A list of its own: whoever keeps something of this snapshot knows it by its list.
  const identity = { ...told, instruments: [...told.instruments] }
  const { instruments } = identity
  // A replay has the time of its file: prices alone tell what time it is.
  const openedAt = await newestStored(reader, instruments)
  let now = () => openedAt
  const missing = createMissingReader({ db, historyDays, now: () => now() })
  const books = await openBooks({ instruments, reader, missingSince: missing.since, horizon: missing.horizon, log })
  now = () => Math.max(openedAt, ...instruments.map(({ asset }) => books.current(asset, 1)?.time ?? openedAt))
  const listings = await openListings({ db, source: () => identity.id, instruments: () => instruments, log })
  return { identity, books, listings, missing }
}

/** The source's time of the newest minute, ms UTC; 0 before the first */
async function newestStored(
  reader: Pick<CandleReader, 'minuteEnds' | 'minutesFrom'>,
  instruments: readonly Instrument[],
): Promise<number> {
  const times: number[] = []
  for (const { asset } of instruments) {
    const ends = await reader.minuteEnds({ asset, ...allTime })
    const [minute] = ends ? await reader.minutesFrom(asset, ends.last) : []
    if (minute) times.push(minute.time)
  }
  return Math.max(0, ...times)
}
