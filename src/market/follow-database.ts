import type { Logger } from '../http/logger.ts'
import type { Books } from './books.ts'
import type { FeedState } from './feed/feed.ts'
import type { Follower } from './follower.ts'
import type { Instrument } from './instrument.ts'
import type { CandleReader } from './queries.ts'
import { minuteMs } from './timeframe.ts'

const readEveryMs = 1000
/** Without anything new for so long, ms, whoever writes the database is taken for stopped. */
const silentAfterMs = 30_000

export interface FollowDatabaseOptions {
  reader: CandleReader
  books: Books
  instruments: readonly Instrument[]
  onState(): void
  log: Logger
}

/** Follows the candles that another process writes: its prices are a second or two old. */
export function followDatabase({ reader, books, instruments, onState, log }: FollowDatabaseOptions): Follower {
  let state: FeedState = { name: 'connecting' }
  let lastNews = Date.now()
  let underway = Promise.resolve()
  let isReading = false
  const setState = (next: FeedState) => {
    const isSame = state.name === next.name
    state = next
    if (!isSame) onState()
  }
  const stopListening = books.onTick(() => {
    lastNews = Date.now()
  })
  const read = async () => {
    const before = lastNews
    for (const { asset } of instruments) {
      const newest = books.current(asset, 1)?.openTime ?? 0
      // What was current the last time has ended since, or is to be corrected.
      books.take(asset, await reader.minutesFrom(asset, newest - 2 * minuteMs))
    }
    if (lastNews !== before) setState({ name: 'live' })
    else if (Date.now() - lastNews > silentAfterMs) {
      setState({ name: 'waiting', until: Date.now() + readEveryMs, reason: 'silent' })
    }
  }
  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    underway = read()
      .catch((error: unknown) => log.error('Candles could not be read', error))
      .finally(() => {
        isReading = false
      })
  }, readEveryMs)
  return {
    state: () => ({ ...state, isBackfilling: false }),
    settle: async () => {},
    close: async () => {
      clearInterval(timer)
      stopListening()
      await underway
    },
  }
}
