import type { Candle, MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import type { ListingNews, TradeRules } from '../listing/listing.ts'
import type { FeedId } from './feed-id.ts'

/** Why a feed waits. `forbidden`: the source refuses this location or network. */
export const waitReasons = ['disconnected', 'refused', 'forbidden', 'limited', 'silent'] as const
export type WaitReason = (typeof waitReasons)[number]

export type FeedState =
  | { name: 'connecting' }
  | { name: 'live' }
  /** The next attempt is at `until`, ms UTC. */
  | { name: 'waiting'; until: number; reason: WaitReason }
  | { name: 'ended' }

export interface FeedListener {
  /** Receives parsed and validated updates in the order of the source; they may be late, duplicated or missing. */
  onUpdate(update: MinuteUpdate): void
  onState(state: FeedState): void
  /** Receives listing states from the source from time to time; some feeds never call it. */
  onListings?(news: readonly ListingNews[]): void
}

/** Determines all minutes of a generated market, together with the instrument and the time */
export interface Recipe {
  seed: string
}

/** A source of prices. Failures are reported as states: only `history` throws. */
export interface Feed {
  id: FeedId
  /** Identifies the prices: stable over restarts, different for another seed or file. Candles of two never mix. */
  source: string
  instruments: readonly Instrument[]
  /** If set, closed minutes can be generated on another thread; `history` would return the same. */
  recipe?: Recipe
  /** Traded assets are never silent for this long, ms. Undefined if gaps are part of the source. */
  staleAfterMs?: number
  /** The source's time, ms UTC; a replay uses the time of its file. */
  now(): number
  /** Listing states of a source that cannot be queried; applied at each start */
  listings?: readonly ListingNews[]
  /** Queries the listing states before anything is fetched. Undefined if the source does not respond within seconds. */
  ask?(): Promise<readonly ListingNews[] | undefined>
  /** Adopts the steps from the source's last known listings. Called before anything else. */
  adopt?(listings: (asset: string) => TradeRules | undefined): void
  /** Stored data ends at `time`, ms UTC. A source with its own position continues from there. Called before `start`. */
  resume?(time: number): void
  /** Returns a stop function, which resolves once the listener will not be called again. */
  start(listener: FeedListener): () => Promise<void>
  /**
   * Closed minutes with `from <= openTime < to` (ms UTC), ascending, in pages. Waits out rate limits; ends when
   * aborted.
   * @throws FeedError if the source refuses or does not respond; the caller decides when to retry
   */
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
}

/** Why a retry is useless: the source does not know the asset (any longer), refuses this location, or the request. */
export type Refusal = 'delisted' | 'forbidden' | 'refused'

export class FeedError extends Error {
  constructor(
    message: string,
    readonly refusal?: Refusal,
  ) {
    super(message)
  }
}
