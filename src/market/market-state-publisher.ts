import type { Events } from '../events/events.ts'
import type { AssetState, MarketState } from './asset-state.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import type { Listings } from './listing/listings.ts'
import type { HistoryState } from './past/backfill.ts'
import { feedState } from './topics.ts'

export interface MarketStatePublisherOptions {
  feed: Pick<Feed, 'instruments'>
  listings: Pick<Listings, 'get'>
  historyOf(asset: string): HistoryState
  /** Stale assets and the time of their last update, ms UTC */
  stale(): Record<string, number> | undefined
  events: Pick<Events, 'emit'>
  /** Called after `feed-state` was published in this process */
  onChange(): void
}

/** Market state in the process with the feed: its connection, and the trading and history state of each asset */
export interface MarketStatePublisher {
  state(): MarketState
  setConnection(state: FeedState): void
  /** Publishes `feed-state` if the state has changed. */
  publishChanges(): void
}

export function createMarketStatePublisher({
  feed,
  listings,
  historyOf,
  stale,
  events,
  onChange,
}: MarketStatePublisherOptions): MarketStatePublisher {
  let connection: FeedState = { name: 'connecting' }
  let published = ''
  const assetState = (asset: string): AssetState => {
    const history = historyOf(asset)
    const status = listings.get(asset)?.status ?? 'trading'
    if (history === 'delisted' || status === 'delisted') return 'delisted'
    return history === 'filling' ? 'backfilling' : history === 'refused' ? 'refused' : status
  }
  const state = (): MarketState => {
    const assets = feed.instruments.map(({ asset }) => [asset, assetState(asset)] as const)
    const others = assets.filter(([, one]) => one !== 'trading')
    const isBackfilling = others.some(([, one]) => one === 'backfilling')
    const halted = others
      .filter(([asset, one]) => one === 'backfilling' && listings.get(asset)?.status === 'halted')
      .map(([asset]) => asset)
    const silent = stale()
    return {
      ...connection,
      isBackfilling,
      ...(others.length > 0 && { assets: Object.fromEntries(others) }),
      ...(halted.length > 0 && { halted }),
      ...(silent && { stale: silent }),
    }
  }
  const publishChanges = () => {
    const now = state()
    const text = JSON.stringify(now)
    if (text === published) return
    published = text
    events.emit(feedState, now)
    onChange()
  }
  return {
    state,
    setConnection: (next) => {
      connection = next
      publishChanges()
    },
    publishChanges,
  }
}
