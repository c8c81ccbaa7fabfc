import type { Db } from '../db/client.ts'
import type { Logger } from '../http/logger.ts'
import { startBackfill } from './backfill.ts'
import type { Books } from './books.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import type { Follower } from './follower.ts'
import { createStore } from './store.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

const hourMs = 60 * minuteMs

export interface FollowFeedOptions {
  db: Db
  feed: Feed
  books: Books
  /** How far back the history reaches, days */
  historyDays: number
  /** How long minutes may come late before they are fetched, ms */
  latenessMs: number
  /** ms UTC, as the feed has it */
  now: () => number
  onState(): void
  log: Logger
}

/** Takes what the feed tells into the books and the database, and fetches what it does not tell. */
export function followFeed({
  db,
  feed,
  books,
  historyDays,
  latenessMs,
  now,
  onState,
  log,
}: FollowFeedOptions): Follower {
  const store = createStore({ db, instruments: feed.instruments, log })
  /** When live prices begin: what is before belongs to the history */
  const until = openTimeOf(now(), 1)
  /** The newest minute that the feed has told of each asset */
  const told = new Map<string, number>()
  let state: FeedState = { name: 'connecting' }

  const newest = (asset: string) => books.current(asset, 1)?.openTime ?? Number.NEGATIVE_INFINITY
  // A kill may have come between a minute and the longer candles that follow it.
  for (const { asset } of feed.instruments) {
    const last = newest(asset)
    if (Number.isFinite(last)) {
      store.touch(asset, last - minuteMs)
      store.touch(asset, last)
    }
  }
  const backfill = startBackfill({
    db,
    feed,
    store,
    historyDays,
    latenessMs,
    until,
    newest,
    onMinutes: books.take,
    onChange: onState,
    log,
  })

  /**
   * Where to look back to from the first minute told. When our clock is ahead of the feed's, the history may have ended
   * minutes before it, though `until` is still to come: what is there already is not asked for again.
   */
  const beginOf = (asset: string, openTime: number): number => {
    if (until <= openTime) return until
    const known = newest(asset)
    return Number.isFinite(known) ? known + minuteMs : openTime - hourMs
  }
  /** Has what is missing between the last minute told and this one fetched. */
  const lookBack = ({ asset, openTime }: MinuteUpdate) => {
    const last = told.get(asset)
    if (last !== undefined && openTime <= last) return
    told.set(asset, openTime)
    const current = books.current(asset, 1)
    // Longer candles were left alone as long as this one went on.
    if (current && current.openTime < openTime) store.touch(asset, current.openTime)
    const from =
      last === undefined ? beginOf(asset, openTime) : books.get(asset)?.minute(last)?.isClosed ? last + minuteMs : last
    if (from < openTime) backfill.fill({ asset, from, to: openTime })
  }

  const stop = feed.start({
    onUpdate: (update) => {
      const { asset, openTime } = update
      if (!books.get(asset)) return
      lookBack(update)
      store.put(update, openTime < newest(asset))
      books.take(asset, [update])
    },
    onState: (next) => {
      state = next
      onState()
    },
  })

  return {
    state: () => ({ ...state, isBackfilling: backfill.isAtWork() }),
    settle: async (asset, time) => {
      if (store.isBehind(asset, time)) await store.flush()
    },
    close: async () => {
      await stop()
      await backfill.close()
      await store.close()
    },
  }
}
