import type { Events } from '../events/events.ts'
import { createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import type { AssetState, MarketState } from './asset-state.ts'
import type { Feed, FeedState } from './feed/feed.ts'
import type { Listings } from './listing/listings.ts'
import type { HistoryState } from './past/backfill.ts'
import type { SettledClose } from './settling.ts'
import { type AssetSpan, type Span, withSpan } from './span.ts'
import { candlesCorrected, closeSettled, feedState } from './topics.ts'

export interface AnnouncementsOptions {
  events: Pick<Events, 'emit'>
  /** Writes the candles that listeners will read when they receive an event. */
  flush(): Promise<void>
  /** Minimum interval between corrections of one asset, ms; the first is immediate. A backfill causes hundreds. */
  correctionsEveryMs: number
  log: Pick<Logger, 'error'>
}

interface AssetClose extends SettledClose {
  asset: string
}

/** Publishes corrections, then settled closes, once the database contains the candles they refer to. */
export interface Announcements {
  settled(close: AssetClose): void
  corrected(span: AssetSpan): void
  /** Publishes all pending events, then stops. */
  close(): Promise<void>
}

export function createAnnouncements(options: AnnouncementsOptions): Announcements {
  const { events, flush, correctionsEveryMs, log } = options
  const background = createBackground(log)
  let closes = new Map<string, AssetClose>()
  const corrections = new Map<string, Span[]>()
  const pauses = new Map<string, ReturnType<typeof setTimeout>>()
  let isPublishing = false

  const hasNews = () => closes.size > 0 || [...corrections.keys()].some((asset) => !pauses.has(asset))
  const dueCorrections = () => {
    const due = [...corrections].filter(([asset]) => !pauses.has(asset))
    for (const [asset] of due) {
      corrections.delete(asset)
      pauses.set(asset, setTimeout(endPause, correctionsEveryMs, asset))
    }
    return due
  }
  const publish = async () => {
    isPublishing = true
    try {
      // One minute can settle several timeframes, so they are written and published together.
      for (await null; hasNews(); await null) {
        const corrected = dueCorrections()
        const settled = [...closes.values()]
        closes = new Map()
        await flush()
        for (const [asset, spans] of corrected) {
          for (const span of spans) events.emit(candlesCorrected, { asset, ...span })
        }
        for (const close of settled) events.emit(closeSettled, close)
      }
    } finally {
      isPublishing = false
    }
  }
  const wake = () => {
    if (!isPublishing) void background.run('Publishing settled closes and corrections', publish)
  }
  const endPause = (asset: string) => {
    pauses.delete(asset)
    if (corrections.has(asset)) wake()
  }
  return {
    settled: ({ asset, tf, openTime }) => {
      closes.set(`${asset} ${tf}`, { asset, tf, openTime })
      wake()
    },
    corrected: ({ asset, from, to }) => {
      corrections.set(asset, withSpan(corrections.get(asset) ?? [], { from, to }))
      wake()
    },
    close: async () => {
      for (const pause of pauses.values()) clearTimeout(pause)
      pauses.clear()
      wake()
      await background.idle()
      for (const pause of pauses.values()) clearTimeout(pause)
    },
  }
}

export interface MarketStatePublisherOptions {
  feed: Pick<Feed, 'instruments' | 'delayMs' | 'closedUntil'>
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
    const { delayMs } = feed
    const closedUntil = feed.closedUntil?.()
    return {
      ...connection,
      isBackfilling,
      ...(others.length > 0 && { assets: Object.fromEntries(others) }),
      ...(halted.length > 0 && { halted }),
      ...(silent && { stale: silent }),
      ...(delayMs !== undefined && { delayMs }),
      ...(closedUntil !== undefined && { closedUntil }),
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
