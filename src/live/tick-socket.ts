import type { MarketState } from '../market/asset-state.ts'

export interface Pair {
  asset: string
  /** Candle length, minutes */
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

/** A correction: candles that contain a minute with `from <= time < to` (ms UTC) have changed. */
export interface Correction {
  asset: string
  from: number
  to: number
}

export interface SocketListener {
  onConnect(): void
  /** The connection was lost or refused; the next attempt is at `until`, ms UTC. `full`: the server is at its limit. */
  onWait(until: number, reason?: 'full'): void
  onTry(): void
  onTick(data: unknown): void
  onRefused(refusal: Refusal): void
  onFeed(state: MarketState): void
  onCorrected(correction: Correction): void
}
