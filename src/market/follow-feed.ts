import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { Rest } from '../jobs/rests.ts'
import type { Logger } from '../log/logger.ts'
import { createAnnouncements } from './announcements.ts'
import type { Books } from './books.ts'
import type { Clock } from './feed/clock.ts'
import type { Feed } from './feed/feed.ts'
import { createFeedStanding } from './feed-standing.ts'
import { tellOthers } from './followed/tell-others.ts'
import type { Follower } from './follower.ts'
import { createFreshness, type Freshness } from './freshness.ts'
import { createGapFinder } from './gap-finder.ts'
import { createIntake, newestOf } from './intake.ts'
import type { Listings } from './listing/listings.ts'
import { askAgain } from './past/ask-again.ts'
import { type Backfill, startBackfill } from './past/backfill.ts'
import { createPastWriter } from './past/past-writer.ts'
import { createStore, type Store } from './store.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

export interface FollowFeedOptions {
  db: Db
  feed: Feed
  books: Books
  listings: Listings
  historyDays: number
  latenessMs: number
  correctionsEveryMs: number
  /** ms UTC, by the feed's clock */
  now: () => number
  clock?: Clock | undefined
  rest?: Rest | undefined
  startPast?: (() => Worker) | undefined
  startAfter?: Promise<unknown> | undefined
  events: Events
  log: Logger
  onWritten?: ((minutes: number) => void) | undefined
}

/** Writes the feed's minutes to the candle windows and the database, and fetches missed minutes. */
export function followFeed(options: FollowFeedOptions): Follower {
  const { db, feed, books, listings, now, events, correctionsEveryMs, log } = options
  const past = db.file === undefined ? undefined : createPastWriter({ path: db.file, start: options.startPast, log })
  const store = createStore({ db, past, log, onWritten: options.onWritten })
  const flush = async () => void (await store.flush())
  const announcements = createAnnouncements({ events, flush, correctionsEveryMs, log })
  /** Start of the live prices; the backfill covers everything before */
  const until = openTimeOf(now(), 1)
  const newest = (asset: string) => newestOf(books, asset)
  touchNewest(feed, store, newest)
  const standing = createFeedStanding({
    feed,
    listings,
    historyOf: (asset) => backfill.stateOf(asset),
    stale: () => freshness.stale(),
    events,
    onChange: () => teller.stateChanged(),
  })
  const teller = tellOthers({ feed, events, state: standing.state, flush: store.flush })
  const intake = createIntake({ books, store, teller, announcements })
  const stopSettling = books.onClose(announcements.settled)
  const backfill = startBackfill({
    ...options,
    store,
    until,
    newest,
    onMinutes: intake.past,
    onCorrected: announcements.corrected,
    onMissing: intake.missing,
    onChange: standing.tellChanges,
  })
  const freshness = watchFreshness(options, backfill, standing.tellChanges)
  const missingBefore = createGapFinder({ books, store, until, newest, onFirst: backfill.heard })
  const stop = feed.start({
    onUpdate: (update) => {
      if (!books.get(update.asset)) return
      const missing = missingBefore(update)
      if (missing) backfill.fill(missing)
      freshness.heard(update.asset)
      intake.update(update)
    },
    onState: standing.hear,
    onListings: (news) => {
      askAgain(backfill, listings.take(news), log)
      standing.tellChanges()
    },
  })

  teller.stateChanged()
  return {
    state: standing.state,
    stored: async (asset, time) => {
      if (store.isBehind(asset, time)) await flush()
    },
    sync: teller.sync,
    checkpoint: store.checkpoint,
    close: () =>
      endInTurn(
        stop,
        freshness.close,
        backfill.close,
        stopSettling,
        announcements.close,
        teller.close,
        store.flush,
        store.close,
      ),
  }
}

async function endInTurn(...ends: (() => unknown)[]): Promise<void> {
  for (const end of ends) await end()
}

function watchFreshness(options: FollowFeedOptions, backfill: Backfill, onChange: () => void): Freshness {
  const { feed, listings, books } = options
  return createFreshness({
    ...options,
    assets: feed.instruments.map(({ asset }) => asset),
    staleAfterMs: feed.staleAfterMs,
    isOpen: (asset) =>
      (listings.get(asset)?.status ?? 'trading') === 'trading' && backfill.stateOf(asset) !== 'delisted',
    known: (asset) => knownOf(books, asset),
    fetch: backfill.renew,
    onChange,
  })
}

function knownOf(books: Books, asset: string): { time: number; next: number } | undefined {
  const newest = books.get(asset)?.minute(newestOf(books, asset))
  return newest && { time: newest.time, next: newest.isClosed ? newest.openTime + minuteMs : newest.openTime }
}

/** If the process was killed between writing a minute and its longer candles, they are rolled up again. */
function touchNewest(feed: Feed, store: Store, newest: (asset: string) => number): void {
  for (const { asset } of feed.instruments) {
    const last = newest(asset)
    if (!Number.isFinite(last)) continue
    store.touch(asset, last - minuteMs)
    store.touch(asset, last)
  }
}
