import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv, Guards } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { problem } from '../http/problem.ts'
import { paths } from '../paths.ts'
import { createAssetList } from './asset-list.ts'
import { rowOf } from './candle.ts'
import type { CandleQuery, Market } from './market.ts'
import { readTogether } from './read-together.ts'
import { isTimeframe, timeframes } from './timeframe.ts'

const maxCandles = 1000

export interface MarketApiDeps {
  market: Pick<Market, 'instruments' | 'instrument' | 'listing' | 'state' | 'summaries' | 'candles'>
  guards: Pick<Guards, 'call'>
}

export function marketApiRoutes({ market, guards }: MarketApiDeps) {
  // Scrolling a chart stays below it; only loops exceed it.
  const limited = guards.call('market:read', anyone, { burst: 300, everyMs: 25 })
  const listAssets = createAssetList(market)
  return new Hono<AuthEnv>()
    .get(paths.marketAssets, limited, async (c) => answer(c, await readTogether(market, listAssets)))
    .get(paths.marketCandles, limited, async (c) => {
      const query = candleQuery.safeParse(c.req.query())
      if (!query.success) {
        const errors = errorsOf(query.error, c.req.query())
        const detail = errors.map(({ parameter, expected }) => `${parameter}: expected ${expected}`).join('; ')
        return problem(c, 400, 'Candles cannot be asked for like this', { detail, errors })
      }
      const rows = await readTogether(market, async () => {
        const instrument = market.instrument(query.data.asset)
        const candles = await market.candles(query.data)
        return instrument && candles.map((candle) => rowOf(candle, instrument))
      })
      if (!rows) {
        const assets = market.instruments.map(({ asset }) => asset).join(', ')
        return problem(c, 404, 'There is no such asset', {
          detail: `${query.data.asset} is not traded here: ${assets}.`,
        })
      }
      return answer(c, JSON.stringify(rows))
    })
}

function digits(expected: string) {
  return z.string(expected).regex(/^\d+$/, expected).transform(Number)
}

function between(least: number, most: number, expected: string) {
  return digits(expected).refine((number) => number >= least && number <= most, expected)
}

/** ms UTC: no date is later */
const latest = 8_640_000_000_000_000
const moment = (which: string) => between(0, latest, `${which}, ms UTC, such as 1767225600000`).optional()
const expectedTimeframe = `minutes: ${timeframes.join(', ')}`

const candleQuery = z
  .object({
    asset: z.string('the symbol of a pair, such as BTCUSDT').min(1, 'the symbol of a pair, such as BTCUSDT').max(40),
    tf: digits(expectedTimeframe).pipe(z.custom<CandleQuery['tf']>(isTimeframe, expectedTimeframe)),
    from: moment('the first time wanted'),
    to: moment('the time that candles begin before'),
    limit: between(1, maxCandles, `a number from 1 to ${maxCandles}`).default(500),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'a time after "from"',
  })

interface BadParameter {
  parameter: string
  value?: string | undefined
  expected: string
}

function errorsOf({ issues }: z.ZodError, sent: Record<string, string>): BadParameter[] {
  const byName = new Map(issues.map(({ path, message }) => [String(path[0]), message]))
  return [...byName].map(([parameter, expected]) => ({ parameter, value: sent[parameter], expected }))
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
