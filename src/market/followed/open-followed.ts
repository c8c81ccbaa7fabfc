import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import { createMarketView, type OpenMarket } from '../market-view.ts'
import { createCandleReader } from '../queries.ts'
import { followProcess } from './follow-process.ts'
import { openRenewableBooks } from './renewable-books.ts'

export interface FollowedMarketOptions {
  db: Db
  /** What `FEED` names in this process; nothing when it leaves that to the process with the feed */
  expected?: FeedId | undefined
  historyDays: number
  silentAfterMs?: number | undefined
  /** ms UTC, by the system's clock */
  now?: (() => number) | undefined
  events: Events
  log: Logger
}

/** For a process without the feed: shows what the database has, and follows the feed's process once it is heard. */
export async function openFollowedMarket(options: FollowedMarketOptions): Promise<OpenMarket> {
  const { db, expected, historyDays, silentAfterMs, now, events, log } = options
  const reader = createCandleReader(db)
  const books = await openRenewableBooks({ db, reader, expected, historyDays, log })
  const follower = followProcess({ books, reader, expected, silentAfterMs, events, now, log })
  return createMarketView({
    db,
    reader,
    books,
    follower,
    listings: {
      get: (asset) => books.snapshot().listings.get(asset),
      refresh: (at) => books.snapshot().listings.refresh(at),
    },
    feedId: () => books.identity().id,
    instruments: books.instruments,
    horizon: () => books.snapshot().missing.horizon(),
  })
}
