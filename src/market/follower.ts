import type { MarketState } from './asset-state.ts'

export interface Follower {
  state(): MarketState
  /** Settles when stored candles before a moment agree with the books. */
  settle(asset: string, time: number): Promise<void>
  /** Writes what the feed has sent, or reads what another process has written. */
  sync(): Promise<void>
  /** Checkpoints the WAL where this process writes. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}
