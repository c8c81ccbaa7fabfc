import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { createRateLimit, networkOf } from '../auth/rate-limit.ts'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'
import { rowOf } from './candle.ts'
import type { CandleQuery, Market } from './market.ts'
import { isTimeframe, timeframes } from './timeframe.ts'

/** Candles in one answer */
const mostCandles = 1000
/** Charts that are scrolled ask often; only loops ask more often than this. */
const allowed = { burst: 300, everyMs: 25 }

export interface MarketApiDeps {
  market: Market
  /** ms; for the limit of requests */
  now?: () => number
}

/** The market for programs: `GET /api/market/assets` and `GET /api/market/candles`, open to everyone. */
export function marketApiRoutes({ market, now = Date.now }: MarketApiDeps) {
  const limit = createRateLimit(allowed)
  return new Hono<AppEnv>()
    .use('/api/market/*', async (c, next) => {
      const wait = limit.take(networkOf(c.var.address), now())
      if (wait === 0) return next()
      const seconds = Math.ceil(wait / 1000)
      c.header('retry-after', String(seconds))
      return problem(c, 429, 'Too many requests', { detail: `Ask again in ${seconds} s.` })
    })
    .get(paths.marketAssets, async (c) => answer(c, await market.summaries()))
    .get(paths.marketCandles, async (c) => {
      const query = candleQuery.safeParse(c.req.query())
      if (!query.success) {
        const errors = errorsOf(query.error, c.req.query())
        const detail = errors.map(({ parameter, expected }) => `${parameter}: expected ${expected}`).join('; ')
        return problem(c, 400, 'Candles cannot be asked for like this', { detail, errors })
      }
      if (!market.instrument(query.data.asset)) {
        const assets = market.instruments.map(({ asset }) => asset).join(', ')
        return problem(c, 404, 'There is no such asset', {
          detail: `${query.data.asset} is not traded here: ${assets}.`,
        })
      }
      return answer(c, (await market.candles(query.data)).map(rowOf))
    })
}

/** A whole number in digits alone, within bounds. */
function digits(expected: string, least: number, most: number) {
  return z
    .string(expected)
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected)
}

const moment = (which: string) => digits(`${which}, ms UTC, such as 1767225600000`, 0, 8.64e15).optional()
const expectedTimeframe = `minutes: ${timeframes.join(', ')}`

const candleQuery = z
  .object({
    asset: z.string('the symbol of a pair, such as BTCUSDT').min(1, 'the symbol of a pair, such as BTCUSDT').max(40),
    tf: digits(expectedTimeframe, 1, 1440).pipe(z.custom<CandleQuery['tf']>(isTimeframe, expectedTimeframe)),
    from: moment('the first time wanted'),
    to: moment('the time that candles begin before'),
    limit: digits(`a number from 1 to ${mostCandles}`, 1, mostCandles).default(500),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'a time after "from"',
  })

interface BadParameter {
  parameter: string
  /** As it was sent; absent when it was not */
  value?: string | undefined
  expected: string
}

function errorsOf({ issues }: z.ZodError, sent: Record<string, string>): BadParameter[] {
  const byName = new Map(issues.map(({ path, message }) => [String(path[0]), message]))
  return [...byName].map(([parameter, expected]) => ({ parameter, value: sent[parameter], expected }))
}

/** JSON that everybody may keep for a second; who has it already is told so. */
function answer(c: Context<AppEnv>, data: unknown): Response {
  const body = JSON.stringify(data)
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

interface ProblemMore {
  detail: string
  errors?: BadParameter[]
}

function problem(c: Context<AppEnv>, status: 400 | 404 | 429, title: string, more: ProblemMore): Response {
  const body = { type: 'about:blank', title, status, ...more, instance: c.req.path }
  return c.json(body, status, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
}
