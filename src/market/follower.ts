import type { FeedState } from './feed/feed.ts'

/** What keeps the books at the newest prices. */
export interface Follower {
  state(): FeedState & { isBackfilling: boolean }
  /** Settles when the stored candles of an asset that begin before a moment are those that the books know. */
  settle(asset: string, time: number): Promise<void>
  close(): Promise<void>
}
