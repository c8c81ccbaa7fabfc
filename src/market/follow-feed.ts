import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { Throttle } from '../jobs/throttle.ts'
import type { Logger } from '../log/logger.ts'
import { type Announcements, createAnnouncements, createMarketStatePublisher } from './announcements.ts'
import type { MinuteUpdate } from './candle.ts'
import type { CandleWindows } from './candle-windows.ts'
import { createDayReloads } from './day-reloads.ts'
import type { Clock } from './feed/clock.ts'
import type { Feed } from './feed/feed.ts'
import { createFreshness, type Freshness } from './freshness.ts'
import { createIngest, newestOf } from './ingest.ts'
import type { Listings } from './listing/listings.ts'
import type { Follower } from './market-view.ts'
import { type Backfill, retryRefused, startBackfill } from './past/backfill.ts'
import { createPastWriter } from './past/past-writer.ts'
import { publishToFollowers } from './replica/publish-to-followers.ts'
import type { AssetSpan } from './span.ts'
import { createStore, type Store } from './store.ts'
import { hourMs, minuteMs, openTimeOf } from './timeframe.ts'
import { marketTrades } from './trade.ts'

export interface FollowFeedOptions {
  db: Db
  feed: Feed
  windows: CandleWindows
  listings: Listings
  historyDays: number
  latenessMs: number
  correctionsEveryMs: number
  /** Current time by the feed's clock, ms UTC */
  now: () => number
  clock?: Clock | undefined
  rest?: Throttle | undefined
  startPast?: (() => Worker) | undefined
  startAfter?: Promise<unknown> | undefined
  events: Events
  log: Logger
  onWritten?: ((minutes: number) => void) | undefined
}

/** Writes the feed's minutes to the candle windows and the database, and fetches minutes that the feed missed. */
export function followFeed(options: FollowFeedOptions): Follower {
  const { feed, windows, listings, now, events, log } = options
  const store = openStore(options)
  const { announcements, dayReloads, stored } = createReports(options, store)
  /** Start of the live prices, ms UTC; the backfill fetches everything before */
  const until = openTimeOf(now(), 1)
  const newest = (asset: string) => newestOf(windows, asset)
  touchNewest(feed, store, newest)
  const marketState = createMarketStatePublisher({
    feed,
    listings,
    historyOf: (asset) => backfill.stateOf(asset),
    stale: () => freshness.stale(),
    events,
    onChange: () => publisher.stateChanged(),
  })
  const publisher = publishToFollowers({ feed, events, state: marketState.state, flush: store.flush })
  const ingest = createIngest({ windows, store, publisher, announcements, dayReloads })
  const stopSettling = windows.onClose(announcements.settled)
  const backfill = startBackfill({
    ...options,
    store,
    until,
    newest,
    onMinutes: ingest.past,
    onCorrected: announcements.corrected,
    onMissing: ingest.missing,
    onChange: marketState.publishChanges,
  })
  const freshness = watchFreshness(options, backfill, marketState.publishChanges)
  const missingBefore = createHoleFinder({ windows, store, until, newest, onFirst: backfill.heard })
  const stop = feed.start({
    onUpdate: (update) => {
      if (!windows.get(update.asset)) return
      const missing = missingBefore(update)
      if (missing) backfill.fill(missing)
      freshness.heard(update.asset)
      ingest.update(update)
    },
    onTrades: (trades) => events.emit(marketTrades, { trades: [...trades] }),
    onState: marketState.setConnection,
    onQuiet: freshness.heard,
    onLost: freshness.lost,
    onListings: (news) => {
      retryRefused(backfill, listings.take(news), log)
      marketState.publishChanges()
    },
  })

  publisher.stateChanged()
  return {
    state: marketState.state,
    stored,
    sync: publisher.sync,
    checkpoint: store.checkpoint,
    close: () =>
      endInTurn(
        stop,
        freshness.close,
        backfill.close,
        stopSettling,
        announcements.close,
        publisher.close,
        store.flush,
        store.close,
      ),
  }
}

function openStore({ db, startPast, log, onWritten }: FollowFeedOptions): Store {
  const past = db.file === undefined ? undefined : createPastWriter({ path: db.file, start: startPast, log })
  return createStore({ db, past, log, onWritten })
}

/** Creates announcements whose corrections also reload the days in memory. */
function createReports({ windows, events, correctionsEveryMs, log }: FollowFeedOptions, store: Store) {
  const flush = async () => void (await store.flush())
  const dayReloads = createDayReloads({ windows, flush, log })
  const announcements = createAnnouncements({ events, flush, correctionsEveryMs, log })
  const corrected: Announcements['corrected'] = (span) => {
    dayReloads.corrected(span)
    announcements.corrected(span)
  }
  const stored: Follower['stored'] = async (asset, time) => {
    if (store.isBehind(asset, time)) await flush()
    await dayReloads.idle()
  }
  const close = async () => {
    await announcements.close()
    await dayReloads.idle()
  }
  return { dayReloads, announcements: { ...announcements, corrected, close }, stored }
}

async function endInTurn(...ends: (() => unknown)[]): Promise<void> {
  for (const end of ends) await end()
}

function watchFreshness(options: FollowFeedOptions, backfill: Backfill, onChange: () => void): Freshness {
  const { feed, listings, windows } = options
  return createFreshness({
    ...options,
    assets: feed.instruments.map(({ asset }) => asset),
    staleAfterMs: feed.staleAfterMs,
    isOpen: (asset) =>
      feed.closedUntil?.() === undefined &&
      (listings.get(asset)?.status ?? 'trading') === 'trading' &&
      backfill.stateOf(asset) !== 'delisted',
    known: (asset) => knownOf(windows, asset),
    fetch: backfill.renew,
    onChange,
  })
}

function knownOf(windows: CandleWindows, asset: string): { time: number; next: number } | undefined {
  const newest = windows.get(asset)?.minute(newestOf(windows, asset))
  return newest && { time: newest.time, next: newest.isClosed ? newest.openTime + minuteMs : newest.openTime }
}

/** Rolls up the newest minutes again: the process may have been killed before it wrote their longer candles. */
function touchNewest(feed: Feed, store: Store, newest: (asset: string) => number): void {
  for (const { asset } of feed.instruments) {
    const last = newest(asset)
    if (!Number.isFinite(last)) continue
    store.touch(asset, last - minuteMs)
    store.touch(asset, last)
  }
}

export interface HoleFinderOptions {
  windows: Pick<CandleWindows, 'get' | 'current'>
  store: Pick<Store, 'touch'>
  /** Start of the live prices, ms UTC */
  until: number
  /** openTime of the newest known minute, ms UTC; -Infinity before the first */
  newest(asset: string): number
  /** Called on the first minute of an asset from the feed */
  onFirst(asset: string): void
}

/** Finds holes between a minute sent by the feed and the previous one that it sent for the same asset. */
export function createHoleFinder({ windows, store, until, newest, onFirst }: HoleFinderOptions) {
  const lastSent = new Map<string, number>()

  /**
   * Start of the hole before the first minute that the feed sends. When our clock is ahead of the feed's, the history
   * may end minutes before this minute although `until` is still in the future. Minutes already stored are not fetched
   * again.
   */
  const beginOf = (asset: string, openTime: number): number => {
    if (until <= openTime) return until
    const known = newest(asset)
    return Number.isFinite(known) ? known + minuteMs : openTime - hourMs
  }

  return ({ asset, openTime }: MinuteUpdate): AssetSpan | undefined => {
    const last = lastSent.get(asset)
    if (last !== undefined && openTime <= last) return undefined
    if (last === undefined) onFirst(asset)
    lastSent.set(asset, openTime)
    const current = windows.current(asset, 1)
    // While the minute was current, its longer candles were not updated in the database.
    if (current && current.openTime < openTime) store.touch(asset, current.openTime)
    const from =
      last === undefined
        ? beginOf(asset, openTime)
        : windows.get(asset)?.minute(last)?.isClosed
          ? last + minuteMs
          : last
    return from < openTime ? { asset, from, to: openTime } : undefined
  }
}
