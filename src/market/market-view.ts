import type { Db } from '../db/client.ts'
import type { CandleWindows } from './candle-windows.ts'
import type { FeedId } from './feed/feed-id.ts'
import type { Follower } from './follower.ts'
import type { Instrument } from './instrument.ts'
import type { Listings } from './listing/listings.ts'
import type { Market } from './market.ts'
import { createMarketReads } from './market-reads.ts'
import type { CandleReader } from './queries.ts'
import { createSummary } from './summary.ts'

export interface MarketViewOptions {
  db: Db
  reader: CandleReader
  windows: CandleWindows
  follower: Follower
  listings: Pick<Listings, 'get' | 'refresh'>
  /** Id of the price source; changes when the candle windows are reloaded for another source */
  feedId(): FeedId
  instruments(): readonly Instrument[]
  /** Start of the history, ms UTC */
  horizon(): number
}

export type OpenMarket = Market & Pick<Follower, 'sync' | 'checkpoint'>

/** The market as readers see it: past candles from the database, current ones from the candle windows. */
export function createMarketView(options: MarketViewOptions): OpenMarket {
  const { db, reader, windows, follower, listings, feedId, instruments, horizon } = options
  const lists = createLists(windows, instruments)

  return {
    get feed() {
      return { id: feedId() }
    },
    get instruments() {
      return instruments()
    },
    instrument: (asset) => lists().byAsset.get(asset),
    listing: listings.get,
    state: follower.state,
    current: windows.current,
    ...createMarketReads({ db, reader, windows, follower, horizon }),
    summaries: async () =>
      lists().summaries.flatMap((summary) => {
        const known = summary()
        return known ? [known] : []
      }),
    onTick: windows.onTick,
    onClose: windows.onClose,
    otherSource: () => follower.otherSource?.(),
    sync: async () => {
      await follower.sync()
      await listings.refresh(Date.now())
    },
    checkpoint: () => follower.checkpoint(),
    close: () => follower.close(),
  }
}

/** Builds the lookups once per instrument list. */
function createLists(windows: CandleWindows, instruments: () => readonly Instrument[]) {
  const listsOf = (list: readonly Instrument[]) => ({
    list,
    byAsset: new Map(list.map((instrument) => [instrument.asset, instrument])),
    summaries: list.flatMap((instrument) => {
      const window = windows.get(instrument.asset)
      return window ? [createSummary(instrument, window)] : []
    }),
  })
  let lists = listsOf(instruments())
  return () => {
    const list = instruments()
    if (lists.list !== list) lists = listsOf(list)
    return lists
  }
}
