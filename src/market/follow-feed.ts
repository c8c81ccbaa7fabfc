import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { Logger } from '../log/logger.ts'
import { createAnnouncements } from './announcements.ts'
import type { AssetState, MarketState } from './asset-state.ts'
import type { Books } from './books.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Clock } from './feed/clock.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import { tellOthers } from './followed/tell-others.ts'
import type { Follower } from './follower.ts'
import type { Listings } from './listing/listings.ts'
import { retentionMs } from './minute-window.ts'
import { startBackfill } from './past/backfill.ts'
import { createPastWriter } from './past/past-writer.ts'
import type { AssetSpan } from './span.ts'
import { createStore, type Store } from './store.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'
import { feedState } from './topics.ts'

const hourMs = 60 * minuteMs

export interface FollowFeedOptions {
  db: Db
  feed: Feed
  books: Books
  listings: Listings
  historyDays: number
  latenessMs: number
  /** See `AnnouncementsOptions` */
  correctionsEveryMs: number
  /** ms UTC, by the feed's clock */
  now: () => number
  /** See `BackfillOptions` */
  clock?: Clock | undefined
  /** See `PastWriterOptions` */
  startPast?: (() => Worker) | undefined
  events: Events
  log: Logger
}

/** Takes the feed's minutes into the books and the database, and fetches those it missed. */
export function followFeed(options: FollowFeedOptions): Follower {
  const { db, feed, books, listings, now, events, correctionsEveryMs, log } = options
  const past = db.file === undefined ? undefined : createPastWriter({ path: db.file, start: options.startPast, log })
  const store = createStore({ db, past, log })
  const write = async () => void (await store.flush())
  const announcements = createAnnouncements({ events, flush: write, correctionsEveryMs, log })
  /** Where live prices begin; the backfill has what is before */
  const until = openTimeOf(now(), 1)
  let current: FeedState = { name: 'connecting' }

  const newest = (asset: string) => books.current(asset, 1)?.openTime ?? Number.NEGATIVE_INFINITY
  touchNewest(feed, store, newest)
  const assetState = (asset: string): AssetState => {
    const history = backfill.stateOf(asset)
    const status = listings.get(asset)?.status ?? 'trading'
    if (history === 'delisted' || status === 'delisted') return 'delisted'
    return history === 'filling' ? 'backfilling' : history === 'refused' ? 'refused' : status
  }
  const state = (): MarketState => {
    const assets = feed.instruments.map(({ asset }) => [asset, assetState(asset)] as const)
    const others = assets.filter(([, one]) => one !== 'trading')
    const isBackfilling = others.some(([, one]) => one === 'backfilling')
    return { ...current, isBackfilling, ...(others.length > 0 && { assets: Object.fromEntries(others) }) }
  }
  let told = ''
  const emitChanges = () => {
    const now = state()
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    events.emit(feedState, now)
    teller.stateChanged()
  }
  const teller = tellOthers({ feed, events, state, flush: store.flush })
  const take = (asset: string, minutes: readonly MinuteUpdate[]) => {
    const oldest = newest(asset) - retentionMs
    teller.minutes(minutes.filter(({ openTime }) => !(openTime < oldest)))
    return books.take(asset, minutes)
  }
  const stopSettling = books.onClose(announcements.settled)
  const backfill = startBackfill({
    ...options,
    store,
    until,
    newest,
    onMinutes: (asset, minutes) => void take(asset, minutes),
    onCorrected: announcements.corrected,
    onMissing: ({ asset, ...span }) => {
      teller.missing({ asset, ...span })
      books.judge(asset, span)
    },
    onChange: emitChanges,
  })
  const fetchAgain = (asset: string) =>
    backfill.again(asset).catch((error: unknown) => log.error('History could not be asked for again', error, { asset }))
  const missingBefore = createGapFinder({ books, store, until, newest, onFirst: backfill.heard })

  const stop = feed.start({
    onUpdate: (update) => {
      const { asset, openTime } = update
      if (!books.get(asset)) return
      const missing = missingBefore(update)
      if (missing) backfill.fill(missing)
      const before = newest(asset)
      store.put(update, openTime < before)
      const corrected = take(asset, [update])
      if (corrected) announcements.corrected({ asset, ...corrected })
      // The books do not go back so far: it may have changed nothing.
      else if (openTime < before - retentionMs)
        announcements.corrected({ asset, from: openTime, to: openTime + minuteMs })
    },
    onState: (next) => {
      current = next
      emitChanges()
    },
    onListings: (news) => {
      for (const { before, now } of listings.take(news)) {
        const { asset, status } = now
        const history = backfill.stateOf(asset)
        const isRefused = history === 'delisted' || history === 'refused'
        // Its history may be had (again): ask for all of it.
        if (status !== 'delisted' && (isRefused || before.status === 'delisted')) fetchAgain(asset)
      }
      emitChanges()
    },
  })

  teller.stateChanged()
  return {
    state,
    stored: async (asset, time) => {
      if (store.isBehind(asset, time)) await write()
    },
    sync: teller.sync,
    checkpoint: store.checkpoint,
    close: async () => {
      await stop()
      await backfill.close()
      stopSettling()
      await announcements.close()
      teller.close()
      await store.flush()
      await store.close()
    },
  }
}

/** The process may have been killed between a minute and its longer candles: they are rolled up again. */
function touchNewest(feed: Feed, store: Store, newest: (asset: string) => number): void {
  for (const { asset } of feed.instruments) {
    const last = newest(asset)
    if (!Number.isFinite(last)) continue
    store.touch(asset, last - minuteMs)
    store.touch(asset, last)
  }
}

interface GapFinderOptions {
  books: Books
  store: Pick<Store, 'touch'>
  until: number
  newest(asset: string): number
  onFirst(asset: string): void
}

/** Gaps between the last minute the feed sent of an asset and the one it sends now. */
function createGapFinder({ books, store, until, newest, onFirst }: GapFinderOptions) {
  const told = new Map<string, number>()

  /**
   * Where the first gap begins. When our clock is ahead of the feed's, the history may have ended minutes before the
   * first one sent though `until` is still to come: what is stored already is not fetched again.
   */
  const beginOf = (asset: string, openTime: number): number => {
    if (until <= openTime) return until
    const known = newest(asset)
    return Number.isFinite(known) ? known + minuteMs : openTime - hourMs
  }

  return ({ asset, openTime }: MinuteUpdate): AssetSpan | undefined => {
    const last = told.get(asset)
    if (last !== undefined && openTime <= last) return undefined
    if (last === undefined) onFirst(asset)
    told.set(asset, openTime)
    const current = books.current(asset, 1)
    // Its longer candles were left alone while it was current.
    if (current && current.openTime < openTime) store.touch(asset, current.openTime)
    const from =
      last === undefined ? beginOf(asset, openTime) : books.get(asset)?.minute(last)?.isClosed ? last + minuteMs : last
    return from < openTime ? { asset, from, to: openTime } : undefined
  }
}
