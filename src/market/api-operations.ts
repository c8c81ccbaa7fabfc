import { z } from 'zod'
import { described, type Operation } from '../openapi/operation.ts'
import { fromDigits, wholeNumber } from '../openapi/query-fields.ts'
import { paths } from '../paths.ts'
import { timeframes } from './timeframe.ts'

/** Scrolling a chart stays below this limit; only request loops exceed it. */
export const marketLimit = { burst: 300, everyMs: 25 }

const maxCandles = 1000
/** ms UTC: the latest time a JavaScript Date can hold */
const latest = 8_640_000_000_000_000
const moment = (which: string) => wholeNumber(0, latest, `${which}, ms UTC, such as 1767225600000`).optional()
const expectedTimeframe = `minutes: ${timeframes.join(', ')}`

export const candleQuery = z
  .object({
    asset: z
      .string('the symbol of a pair, such as BTCUSDT')
      .min(1, 'the symbol of a pair, such as BTCUSDT')
      .max(40)
      .meta({ ...described('api.fields.asset'), examples: ['BTCUSDT'] }),
    tf: z
      .preprocess(fromDigits, z.literal([...timeframes], expectedTimeframe))
      .meta({ ...described('api.fields.tf'), examples: [60] }),
    from: moment('the first time wanted').meta(described('api.fields.from')),
    to: moment('the time that candles begin before').meta(described('api.fields.to')),
    limit: wholeNumber(1, maxCandles, `a number from 1 to ${maxCandles}`)
      .default(500)
      .meta(described('api.fields.limit')),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'a time after "from"',
  })

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
    priceStep: step,
    quantityStep: step,
    minNotional: step,
  }),
)

/** openTime, open, high, low, close, volume */
const candlesSchema = z
  .array(z.tuple([z.int(), price, price, price, price, z.number()]))
  .meta(described('api.fields.candles'))

export const marketOperations: readonly Operation[] = [
  {
    id: 'listAssets',
    method: 'get',
    path: paths.marketAssets,
    section: 'market',
    summary: 'api.operations.listAssets',
    scope: 'market:read',
    answer: { status: 200, schema: assetsSchema },
    limit: marketLimit,
  },
  {
    id: 'listCandles',
    method: 'get',
    path: paths.marketCandles,
    section: 'market',
    summary: 'api.operations.listCandles',
    scope: 'market:read',
    query: candleQuery,
    answer: { status: 200, schema: candlesSchema },
    refusals: [400, 404],
    limit: marketLimit,
  },
]
