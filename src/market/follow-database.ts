import type { Events } from '../events/events.ts'
import type { Books } from './books.ts'
import type { FeedState } from './feed/feed.ts'
import type { Follower } from './follower.ts'
import type { Instrument } from './instrument.ts'
import type { CandleReader } from './queries.ts'
import { minuteMs } from './timeframe.ts'
import { feedState } from './topics.ts'

/** Without new candles for so long the writing process is taken for stopped. */
const silentAfterMs = 30_000
const readAgainMs = 1000

export interface FollowDatabaseOptions {
  reader: CandleReader
  books: Books
  instruments: readonly Instrument[]
  events: Pick<Events, 'emit'>
}

/** Follows the candles that another process writes, a second or two behind. */
export function followDatabase({ reader, books, instruments, events }: FollowDatabaseOptions): Follower {
  let feed: FeedState = { name: 'connecting' }
  let lastNews = Date.now()
  const state = () => ({ ...feed, isBackfilling: false })
  const setState = (next: FeedState) => {
    const isSame = feed.name === next.name
    feed = next
    if (!isSame) events.emit(feedState, state())
  }
  const stopListening = books.onTick(() => {
    lastNews = Date.now()
  })
  return {
    state,
    settle: async () => {},
    sync: async () => {
      const before = lastNews
      for (const { asset } of instruments) {
        const newest = books.current(asset, 1)?.openTime ?? 0
        // What was current the last time has closed since, or may have been corrected.
        books.take(asset, await reader.minutesFrom(asset, newest - 2 * minuteMs))
      }
      if (lastNews !== before) setState({ name: 'live' })
      else if (Date.now() - lastNews > silentAfterMs) {
        setState({ name: 'waiting', until: Date.now() + readAgainMs, reason: 'silent' })
      }
    },
    checkpoint: async () => {},
    close: async () => stopListening(),
  }
}
