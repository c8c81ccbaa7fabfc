import type { FeedState } from './feed/feed.ts'

/**
 * How things stand with one asset: `backfilling` while its history is being fetched, `refused` when the source refuses to
 * give it, `halted` when it is not traded for now, `delisted` when it is not traded any more.
 */
export const assetStates = ['trading', 'backfilling', 'refused', 'halted', 'delisted'] as const
export type AssetState = (typeof assetStates)[number]

export type MarketState = FeedState & {
  /** Of any asset */
  isBackfilling: boolean
  /** Those that are not simply traded */
  assets?: Record<string, AssetState> | undefined
  /** Halted while `assets` says that their history is being fetched */
  halted?: string[] | undefined
}

export function assetStateOf({ assets }: Pick<MarketState, 'assets'>, asset: string): AssetState {
  return assets?.[asset] ?? 'trading'
}

/** As people are told it: of what is halted they want to know that, and not how far its history is. */
export function shownStateOf(state: Pick<MarketState, 'assets' | 'halted'>, asset: string): AssetState {
  return state.halted?.includes(asset) ? 'halted' : assetStateOf(state, asset)
}
