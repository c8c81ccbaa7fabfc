import { z } from 'zod'
import type { Instrument } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { type Money, moneyDigits, scaleOf, type TradeScale, wholeMoney } from '../engine/money.ts'
import type { Json } from '../engine/strategy.ts'
import { botTimeframes, type Plan } from '../plan.ts'
import { findStrategy, strategies } from '../strategies/catalog.ts'
import type { BacktestTask } from './run-backtest.ts'

/** Max minutes of a backtest: two years, whose candles take 48 MB */
export const maxMinutes = 1_000_000

const decimal = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)], `a decimal from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `from ${min} to ${max}`)

/** Parses a number of basis points into hundredths of a basis point, because some fees are a quarter of one. */
const bps = (max: number) =>
  decimal(0, max)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'at most two decimals')
    .transform((value) => Math.round(value * 100))

const percent = (max: number) =>
  decimal(0.01, max)
    .transform((value) => Math.round(value * 10_000))
    .optional()

const moment = z.int('ms UTC, such as 1767225600000').min(0).max(8.64e15)

const riskSchema = z
  .strictObject({
    stopLoss: percent(99),
    takeProfit: percent(1000),
    trailing: percent(99),
    maxDrawdown: percent(99),
    dailyLoss: percent(99),
    cooldown: z.int().min(0).max(1000).optional(),
    maxOrders: z.int().min(1).max(200).optional(),
    allocation: percent(100),
  })
  .optional()

export const backtestSchema = z.strictObject({
  asset: z.string('the symbol of a pair, such as BTCUSDT').max(40),
  tf: z.literal(botTimeframes, `minutes: ${botTimeframes.join(', ')}`),
  from: moment,
  to: moment,
  strategy: z.enum(strategies.map(({ id }) => id)),
  params: z.record(z.string(), z.unknown()),
  capital: decimal(1, 10_000_000),
  feeBps: bps(1000),
  slippageBps: bps(1000),
  spreadBps: bps(1000).default(0),
  makerFeeBps: bps(1000).optional(),
  volumeShare: z.int().min(1).max(100).optional(),
  risk: riskSchema,
  order: z.enum(['nearest', 'pessimistic']).default('nearest'),
})

type Request = z.infer<typeof backtestSchema>

interface FieldError {
  field: string
  detail: string
}

export interface ReadyBacktest {
  status: 'ready'
  instrument: Instrument
  capital: Money
  /** Loads the candles. @param warmUp  candles before `from`, if more than the request's own parameters need */
  readTask: (warmUp?: number) => Promise<BacktestTask>
  request: Request
}

export type ReadBacktest = ReadyBacktest | { status: 'invalid'; errors: FieldError[] }

/** Reads and validates a request. Candles are only loaded by `readTask`, once the request's turn comes. */
export function readBacktest(
  body: unknown,
  market: Pick<Market, 'instrument' | 'instruments' | 'listing' | 'columns' | 'current'>,
): ReadBacktest {
  const read = backtestSchema.safeParse(body)
  if (!read.success) {
    const errors = read.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') return issue.keys.map((field) => ({ field, detail: 'is not known' }))
      return [{ field: issue.path.join('.') || 'body', detail: issue.message }]
    })
    return { status: 'invalid', errors }
  }
  const request = read.data
  const { asset, from, to, strategy } = request
  const instrument = market.instrument(asset)
  const listing = market.listing(asset)
  if (!instrument || !listing) {
    const assets = market.instruments.map((each) => each.asset).join(', ')
    return { status: 'invalid', errors: [{ field: 'asset', detail: `is not traded here: ${assets}` }] }
  }
  const played = findStrategy(strategy)?.bind(request.params)
  const errors: FieldError[] = []
  if (played?.status === 'invalid') {
    errors.push(...Object.entries(played.errors).map(([name, detail]) => ({ field: `params.${name}`, detail })))
  }
  if (from >= to) errors.push({ field: 'to', detail: 'is not after from' })
  else if (to - from > maxMinutes * minuteMs) {
    errors.push({ field: 'to', detail: `is more than ${maxMinutes} minutes after from` })
  }
  if (errors.length > 0 || played?.status !== 'ready') return { status: 'invalid', errors }
  const readTask = async (warmUp = 0): Promise<BacktestTask> => {
    const before = Math.max(warmUp, played.playing.warmUp) + 1
    const first = openTimeOf(from, request.tf) - before * request.tf * minuteMs
    // The current, unfinished minute is left out.
    const current = market.current(asset, 1)
    const end = current && !current.isClosed ? Math.min(to, current.openTime) : to
    const minutes = await market.columns({ asset, tf: 1, from: Math.max(0, first), to: end })
    return { ...taskOf(request, scaleOf(instrument, listing)), minutes }
  }
  return { status: 'ready', instrument, capital: moneyOf(request.capital), readTask, request }
}

/** Converts a backtest request to the plan of a bot. */
export function planOf({ strategy, params, tf, order, volumeShare, risk, ...costs }: Request): Plan {
  const { cooldown, ...rules } = risk ?? {}
  return {
    strategy,
    params: params as Json,
    costs: {
      takerFee: costs.feeBps,
      makerFee: costs.makerFeeBps ?? costs.feeBps,
      spread: costs.spreadBps,
      slippage: costs.slippageBps,
    },
    risk: risk && { ...rules, cooldownMinutes: cooldown === undefined ? undefined : cooldown * tf },
    volumeShare,
    order,
  }
}

function taskOf(request: Request, scale: TradeScale): Omit<BacktestTask, 'minutes'> {
  const { strategy, params, costs, risk, volumeShare, order } = planOf(request)
  const { capital, tf, from, to } = request
  const terms = { scale, order, volumeShare, costs }
  return { strategy, params, capital: moneyOf(capital), terms, risk, tf, from, to }
}

function moneyOf(decimal: number): Money {
  return wholeMoney(Math.round(decimal * 10 ** moneyDigits))
}
