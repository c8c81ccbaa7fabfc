import { type Context, Hono } from 'hono'
import type { AuthEnv, Guards } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { problem } from '../http/problem.ts'
import { readQuery } from '../http/read-query.ts'
import { paths } from '../paths.ts'
import { candleQuery, marketLimit } from './api-operations.ts'
import { type AssetState, assetStateOf } from './asset-state.ts'
import { rowOf } from './candle.ts'
import type { TradeRules } from './listing/listing.ts'
import type { AssetSummary, Market } from './market.ts'
import { readConsistently } from './read-consistently.ts'

export interface MarketApiDeps {
  market: Pick<Market, 'instruments' | 'instrument' | 'listing' | 'state' | 'summaries' | 'candles'>
  guards: Pick<Guards, 'call'>
}

export function marketApiRoutes({ market, guards }: MarketApiDeps) {
  const limited = guards.call('market:read', anyone, marketLimit)
  const listAssets = createAssetList(market)
  return new Hono<AuthEnv>()
    .get(paths.marketAssets, limited, async (c) => answer(c, await readConsistently(market, listAssets)))
    .get(paths.marketCandles, limited, async (c) => {
      const query = readQuery(c, candleQuery, 'Invalid candle query')
      if (query.status === 'refused') return query.response
      const rows = await readConsistently(market, async () => {
        const instrument = market.instrument(query.fields.asset)
        const candles = await market.candles(query.fields)
        return instrument && candles.map((candle) => rowOf(candle, instrument))
      })
      if (!rows) {
        const assets = market.instruments.map(({ asset }) => asset).join(', ')
        return problem(c, 404, 'There is no such asset', {
          detail: `${query.fields.asset} is not traded here: ${assets}.`,
        })
      }
      return answer(c, JSON.stringify(rows))
    })
}

function answer(c: Context<AppEnv>, body: string): Response {
  const etag = `W/"${Bun.hash(body).toString(36)}"`
  const headers = { 'cache-control': 'public, max-age=1', etag }
  if (
    c.req
      .header('if-none-match')
      ?.split(/\s*,\s*/)
      .includes(etag)
  )
    return c.body(null, 304, headers)
  return c.body(body, 200, { ...headers, 'content-type': 'application/json; charset=utf-8' })
}

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
