import type { Translate } from '../i18n/translate.ts'
import { type AssetState, type MarketState, shownStateOf } from '../market/asset-state.ts'

export type StandingWords = Record<AssetState, { mark: string; of: string; more: string; empty: string }>

export interface Standing {
  state: AssetState
  /** Beside its name; empty when it is simply traded */
  mark: string
  /** In place of prices, candles or ticks that it does not have */
  empty: string
  /** For a page about this asset alone; undefined when it is simply traded */
  notice: string | undefined
  /** In place of "Prices are live"; undefined where that is true */
  badge: string | undefined
}

/** States in which an asset stays until its source says otherwise, gravest first */
export const lastingStates = ['delisted', 'halted', 'refused'] as const satisfies AssetState[]

export function standingWords(t: Translate): StandingWords {
  const wordsOf = (state: AssetState) => ({
    mark: t(`market.standings.${state}.mark`),
    of: t(`market.standings.${state}.of`),
    more: t(`market.standings.${state}.more`),
    empty: t(`market.standings.${state}.empty`),
  })
  return {
    trading: wordsOf('trading'),
    backfilling: wordsOf('backfilling'),
    refused: wordsOf('refused'),
    halted: wordsOf('halted'),
    delisted: wordsOf('delisted'),
  }
}

export function standingOf(
  market: Pick<MarketState, 'assets' | 'halted'>,
  asset: string,
  words: StandingWords,
): Standing {
  const state = shownStateOf(market, asset)
  const { mark, more, empty } = words[state]
  const isStill = state === 'halted' || state === 'delisted'
  return {
    state,
    mark,
    empty,
    notice: mark ? `${capital(mark)}. ${more}` : undefined,
    badge: isStill ? capital(mark) : undefined,
  }
}

/** Of all assets of the market: a sentence for each lasting state that some are in. */
export function noticesOfAssets(market: MarketState, words: StandingWords): string[] {
  return lastingStates.flatMap((state) => {
    const assets = Object.keys(market.assets ?? {}).filter((asset) => shownStateOf(market, asset) === state)
    return assets.length > 0 ? [`${words[state].of}: ${assets.join(', ')}. ${words[state].more}`] : []
  })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
