import { expect, test } from 'bun:test'
import { createAssetList } from './api-routes.ts'
import type { MarketState } from './asset-state.ts'
import { defaultInstruments } from './instrument.ts'
import { listingOf } from './listing/listing.ts'
import type { AssetSummary } from './market.ts'

test('the list is current after any of its parts has changed', async () => {
  const [bitcoin] = defaultInstruments
  if (!bitcoin) throw new Error('No instrument')
  const { asset } = bitcoin
  const summaryOf = (last: number): AssetSummary => {
    return { asset, last, change24h: 1, high24h: last, low24h: last, volume24h: 5, spark: [last] }
  }
  let summaries = [summaryOf(100)]
  let state: MarketState = { name: 'live', isBackfilling: false }
  let listing = listingOf(bitcoin)
  const list = createAssetList({ summaries: async () => summaries, state: () => state, listing: () => listing })
  const listed = async (): Promise<unknown> => JSON.parse(await list())
  const expected = (name: string) => {
    const { priceStep, quantityStep, minNotional } = listing
    return JSON.parse(JSON.stringify([{ ...summaries[0], state: name, priceStep, quantityStep, minNotional }]))
  }
  expect(await listed()).toEqual(expected('trading'))
  expect(await listed()).toEqual(expected('trading'))
  state = { ...state, assets: { [asset]: 'halted' } }
  expect(await listed()).toEqual(expected('halted'))
  listing = { ...listing, minNotional: '77' }
  expect(await listed()).toEqual(expected('halted'))
  state = { name: 'live', isBackfilling: false, stale: { [asset]: 17 } }
  expect(await listed()).toEqual([{ ...expected('trading')[0], stale: true, since: 17 }])
  state = { name: 'live', isBackfilling: false, assets: { [asset]: 'halted' } }
  summaries = [summaryOf(101)]
  expect(await listed()).toEqual(expected('halted'))
})
