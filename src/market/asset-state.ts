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
}

export function assetStateOf({ assets }: Pick<MarketState, 'assets'>, asset: string): AssetState {
  return assets?.[asset] ?? 'trading'
}
