import type { MarketState } from './asset-state.ts'

export interface Follower {
  state(): MarketState
  /** Resolves when stored candles before `time` agree with the candle windows. */
  stored(asset: string, time: number): Promise<void>
  /** Repeats the read if source or digits changed during it. In the feed's own process, they never change. */
  readWhole?<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** Writes pending minutes; in a process without the feed, checks whether the feed's process is still connected. */
  sync(): Promise<void>
  /** Checkpoints the WAL if this process writes the database. */
  checkpoint(): Promise<void>
  otherSource?(): { here: string; there: string } | undefined
  close(): Promise<void>
}
