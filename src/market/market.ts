import type { MarketState } from './asset-state.ts'
import type { Candle, Tick } from './candle.ts'
import type { CandleColumns } from './columns.ts'
import type { Feed } from './feed/feed.ts'
import type { Instrument } from './instrument.ts'
import type { Listing } from './listing/listing.ts'
import type { Timeframe } from './timeframe.ts'
import type { Decimal } from './units.ts'

export interface CandleQuery {
  asset: string
  tf: Timeframe
  /** First openTime wanted, ms UTC; without it the newest candles before `to` */
  from?: number | undefined
  /** Exclusive, ms UTC; now unless given */
  to?: number | undefined
  /** At least 1 */
  limit: number
}

export interface ColumnsQuery {
  asset: string
  tf: Timeframe
  /** First openTime wanted, ms UTC */
  from: number
  /** Exclusive, ms UTC; now unless given */
  to?: number | undefined
  limit?: number | undefined
}

/** Everything but `last` covers the past 24 hours. */
export interface AssetSummary {
  asset: string
  last: Decimal
  /** Per cent: 1.5 for a rise by 1.5 %; undefined while no price of a day ago is known */
  change24h: number | undefined
  high24h: Decimal
  low24h: Decimal
  /** In the base currency */
  volume24h: Decimal
  /** Closes of the last 24 hours, oldest first; fewer while the market is younger */
  spark: Decimal[]
}

export interface Market {
  feed: Pick<Feed, 'id'>
  /** Another list after a change of source, digits or a clock that was ahead: see `readTogether` */
  instruments: readonly Instrument[]
  instrument(asset: string): Instrument | undefined
  /** How it is traded, as the source last said */
  listing(asset: string): Listing | undefined
  /** `feed-state` announces changes */
  state(): MarketState
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Ascending, the current candle last; empty for an unknown asset */
  candles(query: CandleQuery): Promise<Candle[]>
  /**
   * The same as columns of whole numbers, ascending from `from`, the current one last; empty for an unknown asset.
   * @param limit  1,000,000 at most and unless given; read on after the last openTime
   */
  columns(query: ColumnsQuery): Promise<CandleColumns>
  /**
   * Settled closes, ascending: candles all of whose minutes have closed or are known to be missing at the source; those
   * without a minute, or that lack what nobody will fetch, are left out. Reading on after the last openTime gives every
   * close once, in order, over restarts too; empty until the next has settled, as `close-settled` says. What changes
   * all the same is told by `candles-corrected`.
   * @param after  ms UTC: only candles that open later
   * @param limit  500 unless given; 1000 at most, whatever is asked for
   */
  closes(asset: string, tf: Timeframe, after: number, limit?: number): Promise<Candle[]>
  /** One per instrument that has a price, in the order of the instruments */
  summaries(): Promise<AssetSummary[]>
  /** Every change of every current candle, of all timeframes. @returns unsubscribes */
  onTick(listener: (tick: Tick) => void): () => void
  /**
   * Every settled close once, in order for each timeframe, before the ticks of the same minutes; also one that settles
   * behind the current candle, as after an outage. What this process has not seen settle is in `closes`. A close that
   * waits for longer than minutes are kept in memory is passed over. @returns unsubscribes
   */
  onClose(listener: (close: Tick) => void): () => void
  /** Where `FEED` in this process names another source than the process has that prices come from: both */
  otherSource?(): { here: string; there: string } | undefined
  /** Closes the feed and writes what it has sent. */
  close(): Promise<void>
}
