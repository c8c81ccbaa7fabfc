import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import { createMarketView, type OpenMarket } from '../market-view.ts'
import { createCandleReader } from '../queries.ts'
import { followProcess } from './follow-process.ts'
import { openRenewableWindows } from './renewable-windows.ts'

export interface ReplicaMarketOptions {
  db: Db
  /** The feed that `FEED` names in this process; undefined to accept the source of the process with the feed */
  expected?: FeedId | undefined
  historyDays: number
  silentAfterMs?: number | undefined
  /** Current time by the system clock, ms UTC */
  now?: (() => number) | undefined
  events: Events
  log: Logger
}

/** Opens the market in a process without the feed: shows stored prices; follows the feed's process once connected. */
export async function openReplicaMarket(options: ReplicaMarketOptions): Promise<OpenMarket> {
  const { db, expected, historyDays, silentAfterMs, now, events, log } = options
  const reader = createCandleReader(db)
  const windows = await openRenewableWindows({ db, reader, expected, historyDays, log })
  const follower = followProcess({ windows, reader, expected, silentAfterMs, events, now, log })
  return createMarketView({
    db,
    reader,
    windows,
    follower,
    listings: {
      get: (asset) => windows.snapshot().listings.get(asset),
      refresh: (at) => windows.snapshot().listings.refresh(at),
    },
    feedId: () => windows.identity().id,
    instruments: windows.instruments,
    horizon: () => windows.snapshot().missing.horizon(),
  })
}
