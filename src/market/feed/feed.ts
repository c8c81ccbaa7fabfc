import type { Candle, MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import type { ListingNews, TradeRules } from '../listing/listing.ts'
import type { Trade } from '../trade.ts'
import type { FeedId } from './feed-id.ts'

/** Reasons why a feed waits. `forbidden`: the source refuses this location or network. */
export const waitReasons = ['disconnected', 'refused', 'forbidden', 'limited', 'silent'] as const
export type WaitReason = (typeof waitReasons)[number]

export type FeedState =
  | { name: 'connecting' }
  | { name: 'live' }
  /** The feed waits to reconnect: the next attempt is at `until`, ms UTC. */
  | { name: 'waiting'; until: number; reason: WaitReason }
  | { name: 'ended' }

export interface FeedListener {
  /** Receives parsed and validated updates in the order of the source; updates may be late, repeated or missing. */
  onUpdate(update: MinuteUpdate): void
  /** Also called without a change when `closedUntil` has changed. */
  onState(state: FeedState): void
  /** Receives new trades, ascending for each asset; some feeds have none, and some trades may be missing. */
  onTrades?(trades: readonly Trade[]): void
  /** Receives listing states from the source from time to time; some feeds never call it. */
  onListings?(news: readonly ListingNews[]): void
  /** Called when the source, which is asked from time to time, has answered that nothing new was traded. */
  onQuiet?(asset: string): void
  /** Called when a part of the source sends its assets no longer, while the state may stay `live`. */
  onLost?(assets: readonly string[]): void
}

/** Values that determine all minutes of a generated market, together with the instrument and the time */
export interface Recipe {
  seed: string
}

/** A source of prices. Failures are reported as states; only `history` throws. */
export interface Feed {
  id: FeedId
  /** Identifies the prices: stable over restarts, different for another seed or file. Candles of two never mix. */
  source: string
  instruments: readonly Instrument[]
  /** If set, another thread can generate closed minutes; the result equals that of `history`. */
  recipe?: Recipe
  /** Silence after which a traded asset counts as stale, ms. Undefined if gaps are part of the source. */
  staleAfterMs?: number
  /** Delay of all prices of the source, ms; its time is as late */
  delayMs?: number
  /** Lag of the history behind live minutes, ms; default: five minutes. Younger holes are requested again. */
  settledAfterMs?: number
  /** Time at which prices continue, ms UTC of our clock; undefined while the market is open. Missing if it never closes. */
  closedUntil?(): number | undefined
  /** Current time of the source, ms UTC; a replay uses the time of its file. */
  now(): number
  /** Listing states of a source that cannot be queried; applied at each start */
  listings?: readonly ListingNews[]
  /** Queries the listing states before prices are fetched. Undefined if the source does not respond within seconds. */
  ask?(): Promise<readonly ListingNews[] | undefined>
  /** Uses the trading steps of the last known listings. Called before all other methods. */
  adopt?(listings: (asset: string) => TradeRules | undefined): void
  /** Continues a source with its own position, such as a replay, at `time`, ms UTC. Called before `start`. */
  resume?(time: number): void
  /** Starts sending updates. Returns a stop function, which resolves once the listener will not be called again. */
  start(listener: FeedListener): () => Promise<void>
  /**
   * Reads closed minutes with `from <= openTime < to` (ms UTC), ascending, in pages. Waits out rate limits; ends when
   * aborted.
   * @throws FeedError if the source refuses or does not respond; the caller decides when to retry
   */
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
}

/** Reasons why a retry is useless: the source does not know the asset, or refuses this location or the request. */
export type Refusal = 'delisted' | 'forbidden' | 'refused'

export class FeedError extends Error {
  constructor(
    message: string,
    readonly refusal?: Refusal,
  ) {
    super(message)
  }
}
