import type { Candle, MinuteUpdate } from '../candle.ts'
import type { Instrument } from '../instrument.ts'

/** How a feed is doing, for the people who look at its prices. */
export type FeedState =
  /** Not connected yet */
  | { name: 'connecting' }
  | { name: 'live' }
  /** The connection is lost or refused; the next try is at `until`, ms UTC */
  | { name: 'waiting'; until: number; reason: 'disconnected' | 'refused' | 'limited' | 'silent' }
  /** A replay that has come to its end */
  | { name: 'ended' }

export interface FeedListener {
  /** Updates come parsed and checked, in the order of the source: late, doubled and missing ones included. */
  onUpdate(update: MinuteUpdate): void
  onState(state: FeedState): void
}

/** Where prices come from. Nothing it meets outside makes it throw: troubles are states. */
export interface Feed {
  id: 'demo' | 'binance' | 'replay'
  /** Names the prices themselves: the same for a restart, another for another seed or file. Candles of two sources never mix. */
  source: string
  instruments: readonly Instrument[]
  /** What time it is where the prices come from, ms UTC: a replay lives in the time of its file. */
  now(): number
  /** Begins to listen to all instruments; the answer ends it and settles when nothing more will be told. */
  start(listener: FeedListener): () => Promise<void>
  /**
   * Closed one-minute candles with `from <= openTime < to` (ms UTC), ascending, a page at a time. Minutes that the
   * source itself does not have are missing. Waits out limits of the source; ends early when aborted.
   * @throws FeedError when the source does not answer in spite of retries
   */
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
}

/** History that cannot be had now; the message says from where and why. */
export class FeedError extends Error {}
