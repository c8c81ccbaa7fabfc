import type { MarketState } from '../market/asset-state.ts'
import { type AssetStatus, type AssetStatusWords, assetStatusOf } from './asset-status.ts'
import { useMarketState } from './use-tick.ts'

export interface AboutAsset {
  asset: string
  market: MarketState
  words: AssetStatusWords
}

/** Returns the status of an asset, from the first render on; undefined if `about` is undefined. */
export function useAssetStatus(about: AboutAsset): AssetStatus
export function useAssetStatus(about: AboutAsset | undefined): AssetStatus | undefined
export function useAssetStatus(about: AboutAsset | undefined): AssetStatus | undefined {
  const market = useMarketState(about?.market, about !== undefined)
  return about && market && assetStatusOf(market, about.asset, about.words)
}
