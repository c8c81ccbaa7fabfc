import type { MarketState } from '../market/asset-state.ts'

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

/** Candles with a minute of `from <= time < to` (ms UTC) are not what was told before. */
export interface Correction {
  asset: string
  from: number
  to: number
}

export interface SocketListener {
  onConnect(): void
  /** The connection is lost or could not be made; the next try is at `until`, ms UTC. `full`: the server has too many */
  onWait(until: number, reason?: 'full'): void
  onTry(): void
  onTick(data: unknown): void
  onRefused(refusal: Refusal): void
  onFeed(state: MarketState): void
  onCorrected(correction: Correction): void
}
