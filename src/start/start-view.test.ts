import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultInstruments } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import { moversOf, pricedAssets, watchedOf } from './start-view.ts'

const summaryOf = (asset: string, change24h = 0): AssetSummary => ({
  asset,
  last: 100,
  change24h,
  high24h: 110,
  low24h: 90,
  volume24h: 5,
  spark: [],
})
const symbols = defaultInstruments.map(({ asset }) => asset)
const assetsOf = (changes: Record<string, number>) =>
  pricedAssets(
    Object.entries(changes).map(([asset, change]) => summaryOf(asset, change)),
    defaultInstruments,
  )
const names = (assets: { asset: string }[]) => assets.map(({ asset }) => asset)

test('an asset that the market does not trade is not shown', () => {
  expect(names(pricedAssets([summaryOf('GONEUSDT'), summaryOf('BTCUSDT')], defaultInstruments))).toEqual(['BTCUSDT'])
})

test('favorites are listed in the order they were starred, otherwise the first assets', () => {
  const assets = assetsOf(Object.fromEntries(symbols.map((asset) => [asset, 0])))
  expect(names(watchedOf(assets, ['SOLUSDT', 'GONEUSDT', 'BTCUSDT']))).toEqual(['SOLUSDT', 'BTCUSDT'])
  expect(names(watchedOf(assets, []))).toEqual(symbols.slice(0, 6))
  expect(names(watchedOf(assets, ['GONEUSDT']))).toEqual(symbols.slice(0, 6))
})

test('the largest moves come first, and unchanged assets are left out', () => {
  const { gainers, losers } = moversOf(
    assetsOf({ BTCUSDT: 1, ETHUSDT: -2, SOLUSDT: 0, BNBUSDT: 3, XRPUSDT: 2, DOGEUSDT: 0.5, TONUSDT: -1 }),
  )
  expect(names(gainers)).toEqual(['BNBUSDT', 'XRPUSDT', 'BTCUSDT'])
  expect(names(losers)).toEqual(['ETHUSDT', 'TONUSDT'])
})

test('no asset with a larger move is left out', () => {
  const change = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(fc.array(change, { maxLength: symbols.length }), (changes) => {
      const assets = assetsOf(Object.fromEntries(changes.map((value, at) => [symbols[at] ?? '', value])))
      const { gainers, losers } = moversOf(assets)
      const rising = changes.filter((value) => value > 0).toSorted((a, b) => b - a)
      const falling = changes.filter((value) => value < 0).toSorted((a, b) => a - b)
      expect(gainers.map(({ change24h }) => change24h)).toEqual(rising.slice(0, 3))
      expect(losers.map(({ change24h }) => change24h)).toEqual(falling.slice(0, 3))
    }),
  )
})
