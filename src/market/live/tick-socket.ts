import type { FeedState } from '../feed/feed.ts'

/** What a page subscribes to. */
export interface Pair {
  asset: string
  /** Minutes */
  tf: number
}

/** A connection to the ticker service that goes on trying by itself until it is told to disconnect. */
export interface TickSocket {
  connect(): void
  disconnect(): void
  subscribe(pair: Pair): void
  unsubscribe(pair: Pair): void
}

export interface SocketListener {
  /** Nothing is subscribed yet on this connection */
  onConnect(): void
  /** The connection is lost or could not be made; the next try is at `until`, ms UTC */
  onWait(until: number): void
  onTry(): void
  onTick(data: unknown): void
  onRefused(refusal: Pair & { reason: string }): void
  /** How the server's own source of prices is doing */
  onFeed(state: FeedState): void
}
