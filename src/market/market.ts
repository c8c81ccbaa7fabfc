import type { Candle, Tick } from './candle.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import type { Instrument } from './instrument.ts'
import type { Timeframe } from './timeframe.ts'

export interface CandleQuery {
  asset: string
  tf: Timeframe
  /** First openTime wanted, ms UTC; without it the newest candles before `to` */
  from?: number | undefined
  /** openTime must be before it, ms UTC; now unless given */
  to?: number | undefined
  /** At most so many, 1–1000 */
  limit: number
}

/** An asset in a list. Everything but `last` looks at the 24 hours before now. */
export interface AssetSummary {
  asset: string
  last: number
  /** Per cent: 1.5 for a price that has risen by 1.5 % */
  change24h: number
  high24h: number
  low24h: number
  /** In the base currency */
  volume24h: number
  /** Closing prices of the last 24 hours, oldest first; fewer while the market is younger */
  spark: number[]
}

/** The market as pages, sockets and bots see it: what is traded, what it costs, what it cost. */
export interface Market {
  feed: Pick<Feed, 'id'>
  instruments: readonly Instrument[]
  instrument(asset: string): Instrument | undefined
  /** How the feed is doing, and whether earlier candles are still being fetched */
  state(): FeedState & { isBackfilling: boolean }
  /** The newest candle, whether it is closed or not; nothing before the first is known */
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Ascending, the current candle last. An asset that is not traded has none. */
  candles(query: CandleQuery): Promise<Candle[]>
  /** One per instrument that has a price, in the order of the instruments */
  summaries(): Promise<AssetSummary[]>
  /** Tells every change of every current candle, of all timeframes; the answer stops it. */
  onTick(listener: (tick: Tick) => void): () => void
  /** Tells when `state()` has changed; the answer stops it. */
  onState(listener: () => void): () => void
  /** Writes what is in flight and lets go of the feed. */
  close(): Promise<void>
}
