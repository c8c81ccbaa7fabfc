import type { FeedState } from './feed/feed.ts'

/**
 * States of an asset. `backfilling`: fetching history; `refused`: by the source; `halted`: paused; `delisted`: for good
 */
export const assetStates = ['trading', 'backfilling', 'refused', 'halted', 'delisted'] as const
export type AssetState = (typeof assetStates)[number]

export type MarketState = FeedState & {
  isBackfilling: boolean
  /** States of the assets whose state is not `trading` */
  assets?: Record<string, AssetState> | undefined
  /** Assets that are halted although `assets` lists them as `backfilling` */
  halted?: string[] | undefined
  /** Time of the last update, ms UTC, of assets that are traded but send no updates */
  stale?: Record<string, number> | undefined
  /** Delay of all prices, ms */
  delayMs?: number | undefined
  /** Time at which prices continue, ms UTC, while the market is closed */
  closedUntil?: number | undefined
}

export function assetStateOf({ assets }: Pick<MarketState, 'assets'>, asset: string): AssetState {
  return assets?.[asset] ?? 'trading'
}

/**
 * State of an asset as users see it. `stale`: the asset is traded, but the source sends no updates; `closed`: its market
 * is outside its trading hours
 */
export type ShownState = AssetState | 'stale' | 'closed'

/** State shown to users. Halted, stale and closed take precedence over the backfill state. */
export function shownStateOf(
  state: Pick<MarketState, 'assets' | 'halted' | 'stale' | 'closedUntil'>,
  asset: string,
): ShownState {
  if (state.halted?.includes(asset)) return 'halted'
  if (isStale(state, asset)) return 'stale'
  const known = assetStateOf(state, asset)
  const isClosed = state.closedUntil !== undefined && (known === 'trading' || known === 'backfilling')
  return isClosed ? 'closed' : known
}

/** Whether the source sends no updates of an asset. A stale price must not drive any decision. */
export function isStale({ stale }: Pick<MarketState, 'stale'>, asset: string): boolean {
  return stale?.[asset] !== undefined
}
