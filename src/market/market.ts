import type { MarketState } from './asset-state.ts'
import type { Candle, Tick } from './candle.ts'
import type { CandleColumns } from './columns.ts'
import type { Feed } from './feed/feed.ts'
import type { Instrument } from './instrument.ts'
import type { Listing } from './listing/listing.ts'
import type { PriceQuery, Span } from './span.ts'
import type { CandleLength, Timeframe } from './timeframe.ts'
import type { Decimal, Units } from './units.ts'

export interface CandleQuery {
  asset: string
  tf: CandleLength
  /** First openTime, ms UTC; if missing, the newest candles before `to` are returned */
  from?: number | undefined
  /** End of the query, exclusive, ms UTC; default: now */
  to?: number | undefined
  /** Maximum number of candles, at least 1 */
  limit: number
}

export interface ColumnsQuery {
  asset: string
  tf: Timeframe
  /** openTime of the first candle to return, ms UTC */
  from: number
  /** End of the query, exclusive, ms UTC; default: now */
  to?: number | undefined
  limit?: number | undefined
}

/** Price summary of an asset. All fields except `last` cover the past 24 hours. */
export interface AssetSummary {
  asset: string
  last: Decimal
  /** Price change in percent: 1.5 for a rise by 1.5 %; undefined if no price of a day ago is known */
  change24h: number | undefined
  high24h: Decimal
  low24h: Decimal
  /** Traded volume in the base currency */
  volume24h: Decimal
  /** Closes of the last 24 hours, oldest first; fewer if the market is younger */
  spark: Decimal[]
}

export interface Market {
  feed: Pick<Feed, 'id'>
  /** A new array after a change of source or digits, or after a clock correction: see `readConsistently`. */
  instruments: readonly Instrument[]
  instrument(asset: string): Instrument | undefined
  /** Trading state and rules of an asset, as last reported by the source */
  listing(asset: string): Listing | undefined
  /** State of the feed and the assets. The topic `feed-state` announces changes. */
  state(): MarketState
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Reads candles in ascending order, the current candle last; empty for an unknown asset. */
  candles(query: CandleQuery): Promise<Candle[]>
  /**
   * Reads candles like `candles`, but as columns of integers, ascending from `from`; empty for an unknown asset.
   * @param limit  default and maximum 1,000,000; to read more, continue after the last openTime
   */
  columns(query: ColumnsQuery): Promise<CandleColumns>
  /**
   * Reads past prices, in the order of the queries: the close of the newest minute that had ended by `at`, or else the
   * open of the first minute before `until`; undefined if neither is stored.
   */
  pricesAt(queries: readonly PriceQuery[]): Promise<(Units | undefined)[]>
  /**
   * Settled closes, ascending: candles whose minutes are all closed or confirmed missing at the source. Candles without
   * a minute, and those with missing minutes that will never be fetched, are left out. Continuing after the last
   * openTime returns every close once, in order, also across restarts; the result is empty until the next one settles
   * (see `close-settled`). Later changes are published as `candles-corrected`.
   * @param after  ms UTC: only candles with a later openTime
   * @param limit  default 500, maximum 1000
   */
  closes(asset: string, tf: Timeframe, after: number, limit?: number): Promise<Candle[]>
  /**
   * Spans of minutes that the source is confirmed not to have and that overlap `from` to `to`, ms UTC, ascending and
   * disjoint, at most 1000; empty for an unknown asset. To read more, continue at the last end.
   */
  gaps(asset: string, from: number, to: number): Promise<Span[]>
  /** Summaries of the instruments that have a price, in the order of the instruments */
  summaries(): Promise<AssetSummary[]>
  /** Subscribes to every change of every current candle, in all timeframes. @returns an unsubscribe function */
  onTick(listener: (tick: Tick) => void): () => void
  /**
   * Subscribes to settled closes: one call per close, in order within a timeframe, before the ticks of the same
   * minutes; also for closes that settle before the current candle, as after an outage. Closes that settled while this
   * process was away are in `closes`. Skips a close that waits longer than minutes are kept in memory. @returns an
   * unsubscribe function
   */
  onClose(listener: (close: Tick) => void): () => void
  /** Names of both sources, if `FEED` in this process names another source than the one that prices come from */
  otherSource?(): { here: string; there: string } | undefined
  /** Closes the feed and writes its pending minutes. */
  close(): Promise<void>
}

/** Reads prices with the digits of the same source: repeats the read if the market switched source meanwhile. */
export async function readConsistently<Answer>(
  market: Pick<Market, 'instruments'>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const { instruments } = market
    const answer = await read()
    if (market.instruments === instruments) return answer
  }
}
