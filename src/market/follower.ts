import type { MarketState } from './asset-state.ts'

export interface Follower {
  state(): MarketState
  /** Settles when stored candles before a moment agree with the books. */
  stored(asset: string, time: number): Promise<void>
  /**
   * What is read of the database and the books, all of one source in the same digits: it is read again where they have gone
   * over to others meanwhile. Nothing of the kind happens in the process that has the feed.
   */
  readWhole?<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** Writes what the feed has sent, or looks whether the process that has it is still heard. */
  sync(): Promise<void>
  /** Checkpoints the WAL where this process writes. */
  checkpoint(): Promise<void>
  /** See `Market.otherSource` */
  otherSource?(): { here: string; there: string } | undefined
  close(): Promise<void>
}
