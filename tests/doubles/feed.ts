import { type Candle, type DecimalCandle, decimalsOf, type MinuteUpdate } from '../../src/market/candle.ts'
import type { Feed, FeedListener, FeedState } from '../../src/market/feed/feed.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import type { ListingNews } from '../../src/market/listing/listing.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { type Decimal, type Digits, nearestUnits } from '../../src/market/units.ts'

/** A feed controlled by the test, with a given history. */
export interface TestFeed extends Feed {
  /** Publishes updates to the listeners, if any. */
  emit(...updates: MinuteUpdate[]): void
  setState(state: FeedState): void
  setListings(...news: ListingNews[]): void
  /** Closed minutes of any asset that `history` returns, in pages of 500 */
  past: MinuteUpdate[]
  /** Calls of `history` so far, with their arguments */
  asked: { asset: string; from: number; to: number }[]
}

export interface TestFeedOptions {
  instruments?: readonly Instrument[]
  past?: MinuteUpdate[]
  source?: string
}

export function createTestFeed({
  instruments = defaultInstruments,
  past = [],
  source = 'test',
}: TestFeedOptions = {}): TestFeed {
  const listeners = new Set<FeedListener>()
  const feed: TestFeed = {
    id: 'demo',
    source,
    instruments,
    now: Date.now,
    past,
    asked: [],
    start: (listener) => {
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
      }
    },
    async *history(asset, from, to, signal) {
      feed.asked.push({ asset, from, to })
      const minutes = feed.past.filter((one) => one.openTime >= from && one.openTime < to && one.asset === asset)
      const known = new Map(minutes.map((minute) => [minute.openTime, minute]))
      const found = [...known.values()].sort((a, b) => a.openTime - b.openTime)
      for (let at = 0; at < found.length && !signal?.aborted; at += 500) yield found.slice(at, at + 500)
    },
    emit: (...updates) => {
      for (const update of updates) for (const listener of listeners) listener.onUpdate(update)
    },
    setState: (state) => {
      for (const listener of listeners) listener.onState(state)
    },
    setListings: (...news) => {
      for (const listener of listeners) listener.onListings?.(news)
    },
  }
  return feed
}

export type DecimalMinute = DecimalCandle & Pick<MinuteUpdate, 'asset' | 'isClosed' | 'time'>

/**
 * Returns a closed minute with a flat price, whose fields a test can replace. Input is in decimals for readability;
 * output is in the units of the asset.
 */
export function minuteOf(
  asset: string,
  openTime: number,
  price: Decimal,
  more: Partial<DecimalMinute> = {},
): MinuteUpdate {
  const prices = { open: price, high: price, low: price, close: price, volume: 1 }
  return unitsOf({ asset, openTime, ...prices, isClosed: true, time: openTime + minuteMs, ...more })
}

export function unitsOf<Drawn extends DecimalCandle & { asset: string }>(drawn: Drawn, digits = digitsOf(drawn.asset)) {
  const { priceDigits, volumeDigits } = digits
  const { open, high, low, close, volume } = drawn
  return {
    ...drawn,
    open: nearestUnits(open, priceDigits),
    high: nearestUnits(high, priceDigits),
    low: nearestUnits(low, priceDigits),
    close: nearestUnits(close, priceDigits),
    volume: nearestUnits(volume, volumeDigits),
  }
}

/** Converts a candle to decimals. */
export function drawn(candle: Candle, asset = 'BTCUSDT'): DecimalCandle {
  return decimalsOf(candle, digitsOf(asset))
}

/** Returns the digits of an asset; non-default instruments have two and two. */
export function digitsOf(asset: string): Digits {
  return defaultInstruments.find((instrument) => instrument.asset === asset) ?? { priceDigits: 2, volumeDigits: 2 }
}
