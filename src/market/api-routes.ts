import { type Context, Hono } from 'hono'
import type { AuthEnv, Guards } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { problem } from '../http/problem.ts'
import { readQuery } from '../http/read-query.ts'
import { paths } from '../paths.ts'
import { candleQuery, marketLimit } from './api-operations.ts'
import { createAssetList } from './asset-list.ts'
import { rowOf } from './candle.ts'
import type { Market } from './market.ts'
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
