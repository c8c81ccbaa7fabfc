import type { MarketState } from './asset-state.ts'

export interface Follower {
  state(): MarketState
  /** Settles when stored candles before a moment agree with the books. */
  stored(asset: string, time: number): Promise<void>
  /** Reads again where source or digits have changed meanwhile, which they never do in the feed's own process. */
  readWhole?<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** Writes what the feed has sent, or looks whether the process that has it is still heard. */
  sync(): Promise<void>
  /** Checkpoints the WAL where this process writes. */
  checkpoint(): Promise<void>
  otherSource?(): { here: string; there: string } | undefined
  close(): Promise<void>
}
