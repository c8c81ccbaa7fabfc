import type { FeedState } from '../market/feed/feed.ts'

export interface Pair {
  asset: string
  /** Minutes */
  tf: number
}

export interface TickSocket {
  connect(): void
  disconnect(): void
  subscribe(pair: Pair): void
  unsubscribe(pair: Pair): void
}

export interface Refusal extends Pair {
  reason: string
}

export interface SocketListener {
  onConnect(): void
  /** The connection is lost or could not be made; the next try is at `until`, ms UTC */
  onWait(until: number): void
  onTry(): void
  onTick(data: unknown): void
  onRefused(refusal: Refusal): void
  onFeed(state: FeedState): void
}
