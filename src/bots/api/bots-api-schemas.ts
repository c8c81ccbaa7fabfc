import { z } from 'zod'
import { described } from '../../openapi/operation.ts'
import { wholeNumber } from '../../openapi/query-fields.ts'
import { noTradesReasons } from '../backtest/no-trades.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { strategies } from '../strategies/catalog.ts'

/** Rate limits of the bots API, per network or per token */
export const botsLimit = { burst: 60, everyMs: 500 }
export const backtestLimit = { burst: 30, everyMs: 2000 }

const maxTrades = 1000
export const tradesQuery = z.object({
  limit: wholeNumber(1, maxTrades, `a number from 1 to ${maxTrades}`).default(100).meta(described('api.fields.limit')),
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'the id of a trade').optional().meta(described('api.fields.before')),
})

export const actBody = z.object({ act: z.enum(['start', 'pause', 'resume', 'stop']) })
export const actDone = z.object({ status: z.enum(['started', 'told']).meta(described('api.fields.actStatus')) })

const time = z.int().meta(described('api.fields.time'))
const decimal = z.string().meta(described('api.fields.decimal'))

const states = [
  'draft',
  'running',
  'paused',
  'stopped',
  'halted',
  'error',
] as const satisfies readonly BotRow['state'][]

export const botSchema = z.object({
  id: z.string(),
  name: z.string(),
  asset: z.string(),
  tf: z.int().meta(described('api.fields.tf')),
  strategy: z.string(),
  params: z.record(z.string(), z.unknown()),
  state: z.enum(states),
  reason: z.string().nullable().meta(described('api.fields.botReason')),
  capital: decimal,
  equity: decimal,
  createdAt: time,
  startedAt: time.nullable(),
})
export const botsSchema = z.object({ bots: z.array(botSchema) })

const trade = z.object({
  time,
  side: z.enum(['buy', 'sell']),
  price: decimal,
  quantity: decimal,
  fee: decimal,
  profit: decimal,
  reason: z.string(),
})
export const tradesSchema = z.object({ trades: z.array(z.object({ id: z.int(), ...trade.shape })) })

export const strategiesSchema = z.array(
  z.object({
    id: z.enum(strategies.map(({ id }) => id)),
    parameters: z.array(z.record(z.string(), z.unknown())),
  }),
)

const share = z.number().meta(described('api.fields.share'))
export const backtestDone = z.object({
  trades: z.array(trade),
  equity: z.array(z.tuple([z.int(), z.number()])).meta(described('api.fields.equity')),
  summary: z.object({
    equity: z.number(),
    profit: z.number(),
    profitShare: share,
    buyAndHold: share,
    trades: z.int(),
    sales: z.int(),
    wins: z.int(),
    winRate: share.optional(),
    profitFactor: z.number().optional(),
    expectancy: z.number().optional(),
    fees: z.number(),
    exposure: share,
    maxDrawdown: share,
    longestDrawdownMs: z.int(),
    cagr: share.optional(),
    sharpe: z.number().optional(),
    sortino: z.number().optional(),
    calmar: z.number().optional(),
    halted: z.string().optional(),
    noTrades: z
      .object({ reason: z.enum(noTradesReasons), detail: z.string() })
      .optional()
      .meta(described('api.fields.noTrades')),
  }),
})
