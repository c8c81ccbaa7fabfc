import { expect, test } from 'bun:test'
import { translator } from '../i18n/translate.ts'
import type { MarketState } from '../market/asset-state.ts'
import { assetStatusOf, assetStatusWords, noticesOfAssets } from './asset-status.ts'

test('a halt takes precedence over the backfill state of an asset', () => {
  const words = assetStatusWords(translator('en'))
  const market: MarketState = {
    name: 'live',
    isBackfilling: true,
    assets: { SOLUSDT: 'backfilling' },
    halted: ['SOLUSDT'],
  }
  expect(assetStatusOf(market, 'SOLUSDT', words)).toEqual({
    state: 'halted',
    mark: 'trading halted',
    empty: 'No prices: trading halted.',
    notice: 'Trading halted. Prices are not changing.',
    badge: 'Trading halted',
    stale: { word: 'price is stale', isNow: false },
  })
  expect(noticesOfAssets(market, words)).toEqual(['Trading halted: SOLUSDT. Prices are not changing.'])
})

test('a stale asset is marked while the feed is live; an outage has its own notice', () => {
  const words = assetStatusWords(translator('en'))
  const market: MarketState = { name: 'live', isBackfilling: false, stale: { ETHUSDT: 17 } }
  expect(assetStatusOf(market, 'ETHUSDT', words)).toMatchObject({ state: 'stale', badge: 'Price is stale' })
  expect(assetStatusOf(market, 'BTCUSDT', words)).toMatchObject({ state: 'trading', badge: undefined })
  expect(noticesOfAssets(market, words).join()).toStartWith('Price is stale: ETHUSDT. The source has sent nothing')
  const outage = { ...market, name: 'waiting', until: 20, reason: 'silent' } as const
  expect(noticesOfAssets(outage, words)).toEqual([])
})

test('a closed market shows when it opens, except for delisted and halted assets', () => {
  const words = assetStatusWords(translator('en'))
  const market: MarketState = { name: 'live', isBackfilling: false, assets: { GAZP: 'halted' }, closedUntil: 17 }
  const notice =
    'Market closed until {{until}} Moscow time. Prices are those of the last trade; alerts, orders and bots wait.'
  expect(assetStatusOf(market, 'SBER', words)).toMatchObject({ state: 'closed', badge: 'Market closed', notice })
  expect(assetStatusOf(market, 'GAZP', words)).toMatchObject({ state: 'halted' })
  expect(noticesOfAssets(market, words)).toEqual([notice, 'Trading halted: GAZP. Prices are not changing.'])
})
