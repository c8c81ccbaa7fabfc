import type { MarketState } from '../market/asset-state.ts'
import { type Standing, type StandingWords, standingOf } from './standing.ts'
import { useMarketState } from './use-tick.ts'

export interface AboutAsset {
  asset: string
  market: MarketState
  words: StandingWords
}

/** Returns the state of an asset, from the first render on; undefined without `about`. */
export function useStanding(about: AboutAsset): Standing
export function useStanding(about: AboutAsset | undefined): Standing | undefined
export function useStanding(about: AboutAsset | undefined): Standing | undefined {
  const market = useMarketState(about?.market, about !== undefined)
  return about && market && standingOf(market, about.asset, about.words)
}
