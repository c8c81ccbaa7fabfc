import type { Db } from '../db/client.ts'
import type { Logger } from '../http/logger.ts'
import { type Book, createBook, join } from './book.ts'
import type { Candle, Tick } from './candle.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import type { AssetSummary, Market } from './market.ts'
import { summarise } from './summary.ts'
import { openTimeOf } from './timeframe.ts'

export interface MarketOptions {
  /** `market.db` */
  db: Db
  feed: Feed
  /** Whether this process listens to the feed; else it only reads what another writes */
  follows?: boolean
  /** How far back the history reaches, days */
  historyDays?: number | undefined
  /** ms UTC */
  now?: (() => number) | undefined
  log: Logger
}

/** Opens the market on its database and begins to follow the feed. */
export async function openMarket({ feed, follows = true }: MarketOptions): Promise<Market> {
  const books = new Map<string, Book>(feed.instruments.map((instrument) => [instrument.asset, createBook(instrument)]))
  const byAsset = new Map(feed.instruments.map((instrument) => [instrument.asset, instrument]))
  const tickListeners = new Set<(tick: Tick) => void>()
  const stateListeners = new Set<() => void>()
  let state: FeedState = { name: 'connecting' }

  const stop = follows
    ? feed.start({
        onUpdate: (update) => {
          const ticks = books.get(update.asset)?.take([update]) ?? []
          for (const tick of ticks) for (const listener of tickListeners) listener(tick)
        },
        onState: (next) => {
          state = next
          for (const listener of stateListeners) listener()
        },
      })
    : async () => undefined

  return {
    feed,
    instruments: feed.instruments,
    instrument: (asset) => byAsset.get(asset),
    state: () => ({ ...state, isBackfilling: false }),
    current: (asset, tf) => books.get(asset)?.current(tf),
    candles: async ({ asset, tf, from, to = Number.POSITIVE_INFINITY, limit }) => {
      const candles: Candle[] = []
      const digits = byAsset.get(asset)?.volumeDigits ?? 0
      for (const { openTime, open, high, low, close, volume } of books.get(asset)?.minutes() ?? []) {
        const last = candles.at(-1)
        const minute = { openTime: openTimeOf(openTime, tf), open, high, low, close, volume }
        if (last?.openTime === minute.openTime) candles[candles.length - 1] = join(last, minute, digits)
        else candles.push(minute)
      }
      const within = candles.filter(({ openTime }) => openTime >= (from ?? 0) && openTime < to)
      return from === undefined ? within.slice(-limit) : within.slice(0, limit)
    },
    summaries: async () =>
      feed.instruments.flatMap(({ asset, volumeDigits }): AssetSummary[] => {
        const summary = summarise(asset, books.get(asset)?.minutes() ?? [], volumeDigits)
        return summary ? [summary] : []
      }),
    onTick: (listener) => {
      tickListeners.add(listener)
      return () => tickListeners.delete(listener)
    },
    onState: (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    close: stop,
  }
}
