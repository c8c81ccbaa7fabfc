import { expect, test } from 'bun:test'
import { translator } from '../i18n/translate.ts'
import type { MarketState } from '../market/asset-state.ts'
import { noticesOfAssets, standingOf, standingWords } from './standing.ts'

test('that an asset is halted is said before how far its history is', () => {
  const words = standingWords(translator('en'))
  const market: MarketState = {
    name: 'live',
    isBackfilling: true,
    assets: { SOLUSDT: 'backfilling' },
    halted: ['SOLUSDT'],
  }
  expect(standingOf(market, 'SOLUSDT', words)).toEqual({
    state: 'halted',
    mark: 'trading halted',
    empty: 'No prices: trading halted.',
    notice: 'Trading halted. Prices are not changing.',
    badge: 'Trading halted',
  })
  expect(noticesOfAssets(market, words)).toEqual(['Trading halted: SOLUSDT. Prices are not changing.'])
})
