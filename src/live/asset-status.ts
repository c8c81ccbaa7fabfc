import type { Locale } from '../i18n/locales.ts'
import { formatMoment } from '../i18n/numbers.ts'
import type { Translate } from '../i18n/translate.ts'
import { type MarketState, type ShownState, shownStateOf } from '../market/asset-state.ts'

export type AssetStatusWords = Record<ShownState, { mark: string; of: string; more: string; empty: string }>

export interface AssetStatus {
  state: ShownState
  /** Label beside the name of the asset; empty in normal trading */
  mark: string
  /** Text in place of prices, candles or ticks that the asset does not have */
  empty: string
  /** Notice on a page about only this asset; undefined in normal trading. May contain `{{until}}`. */
  notice: string | undefined
  /** Label of a stale price, shown wherever the price is, and whether the price is stale now */
  stale: { word: string; isNow: boolean }
  /** Text of the connection badge in place of "Prices are live"; undefined if prices are live */
  badge: string | undefined
}

/** States of an asset that last until the source reports a change, most severe first */
export const lastingStates = ['delisted', 'halted', 'stale', 'refused'] as const satisfies ShownState[]

export function assetStatusWords(t: Translate): AssetStatusWords {
  const wordsOf = (state: ShownState) => ({
    mark: t(`market.standings.${state}.mark`),
    of: t(`market.standings.${state}.of`),
    more: t(`market.standings.${state}.more`),
    empty: t(`market.standings.${state}.empty`),
  })
  return {
    trading: wordsOf('trading'),
    backfilling: wordsOf('backfilling'),
    refused: wordsOf('refused'),
    closed: { ...wordsOf('closed'), of: t('market.standings.closed.of', { until: '{{until}}' }) },
    halted: wordsOf('halted'),
    stale: wordsOf('stale'),
    delisted: wordsOf('delisted'),
  }
}

export function assetStatusOf(
  market: Pick<MarketState, 'assets' | 'halted' | 'stale' | 'closedUntil'>,
  asset: string,
  words: AssetStatusWords,
): AssetStatus {
  const state = shownStateOf(market, asset)
  const { mark, of, more, empty } = words[state]
  const isStill = state === 'halted' || state === 'delisted' || state === 'stale' || state === 'closed'
  return {
    state,
    mark,
    empty,
    stale: { word: words.stale.mark, isNow: state === 'stale' },
    notice: mark ? `${state === 'closed' ? of : capital(mark)}. ${more}` : undefined,
    badge: isStill ? capital(mark) : undefined,
  }
}

/** Returns the label of an asset, with the time until which its market is closed. */
export function markUntil(
  { state, mark }: Pick<AssetStatus, 'state' | 'mark'>,
  { closedUntil }: Pick<MarketState, 'closedUntil'>,
  { words, locale }: { words: AssetStatusWords; locale: Locale },
): string {
  return state === 'closed' && closedUntil !== undefined ? untilText(words.closed.of, closedUntil, locale) : mark
}

/** Fills `{{until}}` in a text. */
export function untilText(text: string, until: number | undefined, locale: Locale): string {
  return until === undefined ? text : text.replace('{{until}}', formatMoment(locale, until))
}

/** Returns notices about the market: that it is closed, with `{{until}}`, and one per lasting state of some asset. */
export function noticesOfAssets(market: MarketState, words: AssetStatusWords): string[] {
  const unusual = [...new Set([market.assets, market.stale].flatMap((assets) => Object.keys(assets ?? {})))]
  const { of, more } = words.closed
  const closed = market.closedUntil === undefined ? [] : [`${of}. ${more}`]
  const lasting = lastingStates.flatMap((state) => {
    // If the feed is not live, all assets are stale, and the feed has its own notice.
    if (state === 'stale' && market.name !== 'live') return []
    const assets = unusual.filter((asset) => shownStateOf(market, asset) === state)
    return assets.length > 0 ? [`${words[state].of}: ${assets.join(', ')}. ${words[state].more}`] : []
  })
  return [...closed, ...lasting]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
