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
}

export function assetStateOf({ assets }: Pick<MarketState, 'assets'>, asset: string): AssetState {
  return assets?.[asset] ?? 'trading'
}

/** As people are told it: of what is halted they want to know that, and not how far its history is. */
export function shownStateOf(state: Pick<MarketState, 'assets' | 'halted'>, asset: string): AssetState {
  return state.halted?.includes(asset) ? 'halted' : assetStateOf(state, asset)
}
