import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type CandleWindows, openCandleWindows } from '../candle-windows.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { Instrument } from '../instrument.ts'
import { type Listings, openListings } from '../listing/listings.ts'
import { createMissingReader, type MissingReader } from '../past/missing.ts'
import type { CandleReader } from '../queries.ts'
import { allTime } from '../span.ts'
import { createIdentityReader, identityOf, matchesStored } from './identity.ts'
import type { MarketIdentity } from './process-topics.ts'

export interface SnapshotOptions {
  db: Db
  reader: CandleReader
  /** Source to assume while the database names none */
  expected?: FeedId | undefined
  historyDays: number
  log: Logger
}

/** State of one source in one set of digits, replaced as a whole */
export interface Snapshot {
  identity: MarketIdentity
  windows: CandleWindows
  listings: Listings
  missing: MissingReader
  mark: string
}

/** @param announced  identity announced by the process with the feed; ignored if the database has other prices */
export async function takeSnapshot(options: SnapshotOptions, announced: MarketIdentity | undefined): Promise<Snapshot> {
  const readStored = createIdentityReader(options.db)
  for (;;) {
    const stored = await readStored()
    const identity = announced && matchesStored(announced, stored) ? announced : identityOf(stored, options.expected)
    const snapshot = { ...(await readSnapshot(options, identity)), mark: stored.mark }
    if ((await readStored()).mark === stored.mark) return snapshot
  }
}

async function readSnapshot({ db, reader, historyDays, log }: SnapshotOptions, announced: MarketIdentity) {
  // A copy, so that callers can recognize the snapshot by the identity of its list.
  const identity = { ...announced, instruments: [...announced.instruments] }
  const { instruments } = identity
  // A replay runs in the time of its file, so only prices show the current time.
  const openedAt = await newestStored(reader, instruments)
  let now = () => openedAt
  const missing = createMissingReader({ db, historyDays, now: () => now() })
  const windows = await openCandleWindows({
    instruments,
    reader,
    missingSince: missing.since,
    horizon: missing.horizon,
    log,
  })
  now = () => Math.max(openedAt, ...instruments.map(({ asset }) => windows.current(asset, 1)?.time ?? openedAt))
  const listings = await openListings({ db, source: () => identity.id, instruments: () => instruments, log })
  return { identity, windows, listings, missing }
}

/** Returns the source's time of the newest minute, ms UTC; 0 if there is none. */
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
