import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv, Guards } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { problem } from '../http/problem.ts'
import { readQuery } from '../http/read-query.ts'
import { described, documented, type OperationDescription } from '../openapi/operation.ts'
import { fromDigits, wholeNumber } from '../openapi/query-fields.ts'
import { paths } from '../paths.ts'
import { gapsAddress, overviewAddress } from './addresses.ts'
import { type AssetState, assetStateOf } from './asset-state.ts'
import { decimalsOf, rowOf } from './candle.ts'
import { candlesAt } from './candles-at.ts'
import type { TradeRules } from './listing/listing.ts'
import { type AssetSummary, type Market, readConsistently } from './market.ts'
import { minuteMs, moscowDay, timeframes } from './timeframe.ts'

/** Scrolling a chart stays below this limit; only request loops exceed it. */
const marketLimit = { burst: 300, everyMs: 25 }

const maxCandles = 1000
/** ms UTC: the latest time a JavaScript Date can hold */
const latest = 8_640_000_000_000_000
const moment = (which: string) => wholeNumber(0, latest, `${which}, ms UTC, such as 1767225600000`).optional()
const expectedTimeframe = `minutes: ${timeframes.join(', ')}`

const assetField = z
  .string('the symbol of a pair, such as BTCUSDT')
  .min(1, 'the symbol of a pair, such as BTCUSDT')
  .max(40)
  .meta({ ...described('api.fields.asset'), examples: ['BTCUSDT'] })

const assetQuery = z.object({ asset: assetField })

const gapsQuery = z.object({
  asset: assetField,
  from: moment('the first time wanted').default(0).meta(described('api.fields.gapsFrom')),
  to: moment('the time that gaps begin before').default(latest).meta(described('api.fields.to')),
})

const candleQuery = z
  .object({
    asset: assetField,
    tf: z
      .preprocess(fromDigits, z.literal([...timeframes], expectedTimeframe))
      .meta({ ...described('api.fields.tf'), examples: [60] }),
    days: z.literal('moscow', '"moscow", or nothing').optional().meta(described('api.fields.days')),
    from: moment('the first time wanted').meta(described('api.fields.from')),
    to: moment('the time that candles begin before').meta(described('api.fields.to')),
    until: moment('the time at which the candles are wanted').meta(described('api.fields.until')),
    limit: wholeNumber(1, maxCandles, `a number from 1 to ${maxCandles}`)
      .default(500)
      .meta(described('api.fields.limit')),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'a time after "from"',
  })
  .refine(({ tf, days }) => days === undefined || tf === 1440, { path: ['days'], error: 'only with "tf" 1440' })

const price = z.number()
const step = z.string().optional().meta(described('api.fields.step'))

const assetsSchema = z.array(
  z.object({
    asset: z.string(),
    last: price,
    change24h: z.number().optional().meta(described('api.fields.change24h')),
    high24h: price,
    low24h: price,
    volume24h: z.number(),
    spark: z.array(price).meta(described('api.fields.spark')),
    state: z.enum(['trading', 'backfilling', 'refused', 'halted', 'delisted']),
    stale: z.literal(true).optional().meta(described('api.fields.stale')),
    since: z.int().optional().meta(described('api.fields.since')),
    closedUntil: z.int().optional().meta(described('api.fields.closedUntil')),
    delayMs: z.int().optional().meta(described('api.fields.delayMs')),
    priceStep: step,
    quantityStep: step,
    minNotional: step,
  }),
)

/** openTime, open, high, low, close, volume */
const candlesSchema = z
  .array(z.tuple([z.int(), price, price, price, price, z.number()]))
  .meta(described('api.fields.candles'))

/** Start and end, ms UTC */
const gapsSchema = z.array(z.tuple([z.int(), z.int()])).meta(described('api.fields.gaps'))

const overviewSchema = z.object({
  tf: z.int().meta(described('api.fields.tf')),
  closes: z.array(z.tuple([z.int(), price])).meta(described('api.fields.closes')),
})

const operations = {
  listAssets: {
    id: 'listAssets',
    section: 'market',
    summary: 'api.operations.listAssets',
    answer: { status: 200, schema: assetsSchema },
  },
  listCandles: {
    id: 'listCandles',
    section: 'market',
    summary: 'api.operations.listCandles',
    query: candleQuery,
    answer: { status: 200, schema: candlesSchema },
    refusals: [400, 404],
  },
  listGaps: {
    id: 'listGaps',
    section: 'market',
    summary: 'api.operations.listGaps',
    query: gapsQuery,
    answer: { status: 200, schema: gapsSchema },
    refusals: [400, 404],
  },
  overviewPrices: {
    id: 'overviewPrices',
    section: 'market',
    summary: 'api.operations.overviewPrices',
    query: assetQuery,
    answer: { status: 200, schema: overviewSchema },
    refusals: [400, 404],
  },
} satisfies Record<string, OperationDescription>

export interface MarketApiDeps {
  market: Pick<
    Market,
    'instruments' | 'instrument' | 'listing' | 'state' | 'summaries' | 'candles' | 'current' | 'gaps'
  >
  guards: Pick<Guards, 'call'>
}

export function marketApiRoutes({ market, guards }: MarketApiDeps) {
  const limited = guards.call('market:read', anyone, marketLimit)
  const listAssets = createAssetList(market)
  return new Hono<AuthEnv>()
    .get(paths.marketAssets, documented(limited, operations.listAssets), async (c) =>
      answer(c, await readConsistently(market, listAssets)),
    )
    .get(paths.marketCandles, documented(limited, operations.listCandles), async (c) => {
      const query = readQuery(c, candleQuery, 'Invalid candle query')
      if (query.status === 'refused') return query.response
      const rows = await readConsistently(market, async () => {
        const instrument = market.instrument(query.fields.asset)
        const { days, ...fields } = query.fields
        const candles = await candlesAt(market, days ? { ...fields, tf: moscowDay } : fields)
        return instrument && candles.map((candle) => rowOf(candle, instrument))
      })
      return rows ? answer(c, JSON.stringify(rows)) : noSuchAsset(c, market, query.fields.asset)
    })
    .get(gapsAddress, documented(limited, operations.listGaps), async (c) => {
      const query = readQuery(c, gapsQuery, 'Invalid gaps query')
      if (query.status === 'refused') return query.response
      const { asset, from, to } = query.fields
      if (!market.instrument(asset)) return noSuchAsset(c, market, asset)
      const gaps = await market.gaps(asset, from, to)
      return answer(c, JSON.stringify(gaps.map((gap) => [gap.from, gap.to])))
    })
    .get(overviewAddress, documented(limited, operations.overviewPrices), async (c) => {
      const query = readQuery(c, assetQuery, 'Invalid overview query')
      if (query.status === 'refused') return query.response
      const { asset } = query.fields
      const overview = await readConsistently(market, () => overviewOf(market, asset))
      return overview ? answer(c, JSON.stringify(overview), 60) : noSuchAsset(c, market, asset)
    })
}

function noSuchAsset(c: Context<AppEnv>, { instruments }: Pick<Market, 'instruments'>, asset: string): Response {
  const assets = instruments.map((each) => each.asset).join(', ')
  return problem(c, 404, 'There is no such asset', { detail: `${asset} is not traded here: ${assets}.` })
}

const maxOverview = 300

/** Closes of the whole history of an asset, in the finest timeframe that has at most 300; undefined for no asset. */
async function overviewOf(market: Pick<Market, 'instrument' | 'candles' | 'current'>, asset: string) {
  const instrument = market.instrument(asset)
  if (!instrument) return undefined
  const [first] = await market.candles({ asset, tf: 1440, from: 0, limit: 1 })
  const length = (market.current(asset, 1)?.openTime ?? 0) - (first?.openTime ?? 0)
  const tf = timeframes.find((each) => length < (maxOverview - 1) * each * minuteMs) ?? 43200
  const candles = await market.candles({ asset, tf, limit: maxOverview })
  const closes = candles.map((candle) => [candle.openTime, decimalsOf(candle, instrument).close])
  return { tf, closes }
}

/** @param maxAge  time for which the answer may be used without asking again, s */
function answer(c: Context<AppEnv>, body: string, maxAge = 1): Response {
  const etag = `W/"${Bun.hash(body).toString(36)}"`
  const headers = { 'cache-control': `public, max-age=${maxAge}`, etag }
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
  closedUntil: number | undefined
  steps: Steps
  json: string
}

/** Returns the JSON of all assets. Re-serializes only changed assets: clients poll more often than prices move. */
export function createAssetList(market: Pick<Market, 'summaries' | 'state' | 'listing'>): () => Promise<string> {
  const written = new WeakMap<AssetSummary, Written>()
  return async () => {
    const summaries = await market.summaries()
    const marketState = market.state()
    const assets = summaries.map((summary) => {
      const state = assetStateOf(marketState, summary.asset)
      const since = marketState.stale?.[summary.asset]
      const { closedUntil, delayMs } = marketState
      const steps = market.listing(summary.asset) ?? {}
      const known = written.get(summary)
      const isSame = known?.state === state && known.since === since && known.closedUntil === closedUntil
      if (isSame && areSame(known.steps, steps)) return known.json
      const { priceStep, quantityStep, minNotional }: Steps = steps
      const more = { ...staleOf(since), closedUntil, delayMs, priceStep, quantityStep, minNotional }
      const json = JSON.stringify({ ...summary, state, ...more })
      written.set(summary, { state, since, closedUntil, steps, json })
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
