import { type AssetState, assetStateOf } from './asset-state.ts'
import type { TradeRules } from './listing/listing.ts'
import type { AssetSummary, Market } from './market.ts'

type Steps = Partial<TradeRules>

interface Written {
  state: AssetState
  since: number | undefined
  steps: Steps
  json: string
}

/** Returns JSON of all assets. Re-serializes only changed assets, because clients poll more often than prices move. */
export function createAssetList(market: Pick<Market, 'summaries' | 'state' | 'listing'>): () => Promise<string> {
  const written = new WeakMap<AssetSummary, Written>()
  return async () => {
    const summaries = await market.summaries()
    const marketState = market.state()
    const assets = summaries.map((summary) => {
      const state = assetStateOf(marketState, summary.asset)
      const since = marketState.stale?.[summary.asset]
      const steps = market.listing(summary.asset) ?? {}
      const known = written.get(summary)
      if (known?.state === state && known.since === since && areSame(known.steps, steps)) return known.json
      const { priceStep, quantityStep, minNotional }: Steps = steps
      const json = JSON.stringify({ ...summary, state, ...staleOf(since), priceStep, quantityStep, minNotional })
      written.set(summary, { state, since, steps, json })
      return json
    })
    return `[${assets.join()}]`
  }
}

/** @param since  time of the last update of a stale asset, ms UTC */
function staleOf(since: number | undefined) {
  return since !== undefined && { stale: true, since }
}

function areSame(one: Steps, other: Steps): boolean {
  return (
    one.priceStep === other.priceStep &&
    one.quantityStep === other.quantityStep &&
    one.minNotional === other.minNotional
  )
}
