import type { FeedState } from './feed/feed.ts'

/** `backfilling`: history on its way; `refused` by the source; `halted`: no trade for now; `delisted`: for good */
export const assetStates = ['trading', 'backfilling', 'refused', 'halted', 'delisted'] as const
export type AssetState = (typeof assetStates)[number]

export type MarketState = FeedState & {
  isBackfilling: boolean
  /** Those that are not simply traded */
  assets?: Record<string, AssetState> | undefined
  /** Halted while `assets` says that their history is being fetched */
  halted?: string[] | undefined
  /** Without news though they are traded: the time of the last, ms UTC */
  stale?: Record<string, number> | undefined
}

export function assetStateOf({ assets }: Pick<MarketState, 'assets'>, asset: string): AssetState {
  return assets?.[asset] ?? 'trading'
}

/** `stale`: traded, but the source sends nothing of it */
export type ShownState = AssetState | 'stale'

/** As people see it: halted or stale matters more to them than how far a history is. */
export function shownStateOf(state: Pick<MarketState, 'assets' | 'halted' | 'stale'>, asset: string): ShownState {
  if (state.halted?.includes(asset)) return 'halted'
  return isStale(state, asset) ? 'stale' : assetStateOf(state, asset)
}

/** No decision is made on the price of a stale asset. */
export function isStale({ stale }: Pick<MarketState, 'stale'>, asset: string): boolean {
  return stale?.[asset] !== undefined
}
