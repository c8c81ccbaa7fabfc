import type { Candle, MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import type { ListingNews, TradeRules } from '../listing/listing.ts'
import type { FeedId } from './feed-id.ts'

/** Why a feed waits: `forbidden` when the source lets nobody in from this place or network. */
export const waitReasons = ['disconnected', 'refused', 'forbidden', 'limited', 'silent'] as const
export type WaitReason = (typeof waitReasons)[number]

export type FeedState =
  | { name: 'connecting' }
  | { name: 'live' }
  /** The next try is at `until`, ms UTC */
  | { name: 'waiting'; until: number; reason: WaitReason }
  | { name: 'ended' }

export interface FeedListener {
  /** Parsed and checked, in the order of the source: late, duplicate and missing ones included. */
  onUpdate(update: MinuteUpdate): void
  onState(state: FeedState): void
  /** What the source says of how its assets are traded, now and then; some feeds never do. */
  onListings?(news: readonly ListingNews[]): void
}

/** What all minutes of a made-up market follow from, besides the instrument and the time */
export interface Recipe {
  seed: string
}

/** A source of prices. Its failures are states: nothing but `history` throws. */
export interface Feed {
  id: FeedId
  /** Identifies the prices: stable over restarts, different for another seed or file. Candles of two sources never mix. */
  source: string
  instruments: readonly Instrument[]
  /** With it closed minutes are made on another thread: `history` would give the same */
  recipe?: Recipe
  /** Traded assets are never silent for so long, ms. Undefined where gaps are part of the source. */
  staleAfterMs?: number
  /** The source's time, ms UTC: a replay has that of its file. */
  now(): number
  /** How the assets of a source that cannot be asked are traded; taken at each start */
  listings?: readonly ListingNews[]
  /** What the source says of its assets, before anything is fetched. Undefined when it does not say within seconds. */
  ask?(): Promise<readonly ListingNews[] | undefined>
  /** Goes by the steps that the source had when it was last asked. Called before anything else. */
  adopt?(listings: (asset: string) => TradeRules | undefined): void
  /** What is stored ends at `time`, ms UTC: a source with a place of its own goes on from there. Called before `start`. */
  resume?(time: number): void
  /** Returns the end, which settles when the listener will not be called any more. */
  start(listener: FeedListener): () => Promise<void>
  /**
   * Closed minutes with `from <= openTime < to` (ms UTC), ascending, in pages. Waits out rate limits; ends when aborted.
   * @throws FeedError when the source refuses, or does not answer; who asks again decides when
   */
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
}

/** Why asking again is useless: the source does not know the asset (any more), lets nobody in, or refuses. */
export type Refusal = 'delisted' | 'forbidden' | 'refused'

export class FeedError extends Error {
  constructor(
    message: string,
    readonly refusal?: Refusal,
  ) {
    super(message)
  }
}
