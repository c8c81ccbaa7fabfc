import type { MarketState } from './asset-state.ts'

export interface Follower {
  state(): MarketState
  /** Resolves when stored candles before `time` agree with the candle windows. */
  stored(asset: string, time: number): Promise<void>
  /** Repeats the read if source or digits changed during it. They never do in the feed's own process. */
  readWhole?<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** Writes pending minutes, or checks whether the process with the feed is still connected. */
  sync(): Promise<void>
  /** Checkpoints the WAL if this process writes. */
  checkpoint(): Promise<void>
  otherSource?(): { here: string; there: string } | undefined
  close(): Promise<void>
}
