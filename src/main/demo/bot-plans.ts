import type { Costs } from '../../bots/engine/money.ts'
import type { RiskRules } from '../../bots/engine/risk.ts'
import type { BotCommand } from '../../bots/engine/run-state.ts'
import type { Json } from '../../bots/engine/strategy.ts'
import type { Plan } from '../../bots/plan.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import type { MemberLogin } from './members.ts'

export interface BotPlan {
  owner: MemberLogin
  name: string
  asset: string
  tf: Timeframe
  /** Capital in whole units of the quote currency */
  capital: number
  /** Share of the demo history during which the bot has run */
  life: number
  /** @param price  decimal price in the bot's first minute */
  plan(price: number): Plan
  /** Owner commands, each after this share of the bot's life */
  acts?: readonly { after: number; act: BotCommand }[]
  isDraft?: boolean
}

const percent = 10_000
const costs: Costs = { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 500 }

function planOf(strategy: string, params: Json, risk: RiskRules): () => Plan {
  const bounds = { maxDrawdown: 50 * percent, dailyLoss: 10 * percent, maxOrders: 40 }
  return () => ({ strategy, params, costs, risk: { ...bounds, ...risk }, volumeShare: 10, order: 'pessimistic' })
}

/** @param width  distance of the lowest and highest level from the price, as a share of it */
function gridOf(width: number, levels: number): BotPlan['plan'] {
  return (price) => {
    const [lower, upper] = [1 - width, 1 + width].map((share) => Number((price * share).toPrecision(4)))
    const params = { lower: lower ?? 0, upper: upper ?? 0, levels, spacing: 'geometric', trailing: true }
    return planOf('grid', params, { stopLoss: 15 * percent })()
  }
}

const crossOf = (fast: number, slow: number, stopLoss: number) =>
  planOf('ma-cross', { fast, slow }, { stopLoss: stopLoss * percent })
const rsiOf = (buyBelow: number, sellAbove: number) =>
  planOf('rsi', { length: 14, buyBelow, sellAbove }, { stopLoss: 4 * percent, cooldownMinutes: 60 })
const dcaOf = (amount: number, every: number) =>
  planOf('dca', { amount, every, safetyOrders: 3, dip: 1.5, scale: 1.5, takeProfit: 2 }, { stopLoss: 12 * percent })
const breakoutOf = (length: number, atrMultiple: number) =>
  planOf('breakout', { length, atrLength: 14, atrMultiple }, { trailing: 5 * percent })

const stop: BotCommand = { do: 'halt', reason: 'stopped', sell: true }

export const botPlans: readonly BotPlan[] = [
  {
    owner: 'ivan',
    name: 'Сетка на эфире',
    asset: 'ETHUSDT',
    tf: 15,
    capital: 5000,
    life: 0.97,
    plan: gridOf(0.08, 25),
  },
  {
    owner: 'ivan',
    name: 'Биткойн понемногу',
    asset: 'BTCUSDT',
    tf: 60,
    capital: 10_000,
    life: 0.9,
    plan: dcaOf(200, 12),
  },
  { owner: 'ivan', name: 'Пробой LINK', asset: 'LINKUSDT', tf: 60, capital: 3000, life: 0.6, plan: breakoutOf(24, 3) },
  {
    owner: 'ivan',
    name: 'RSI на XRP',
    asset: 'XRPUSDT',
    tf: 15,
    capital: 2000,
    life: 0.5,
    plan: rsiOf(28, 68),
    acts: [{ after: 0.8, act: stop }],
  },
  {
    owner: 'ivan',
    name: 'Черновик: тренд TON',
    asset: 'TONUSDT',
    tf: 240,
    capital: 1500,
    life: 0,
    plan: crossOf(7, 21, 6),
    isDraft: true,
  },
  {
    owner: 'olga',
    name: 'Спокойный тренд',
    asset: 'BTCUSDT',
    tf: 240,
    capital: 20_000,
    life: 0.85,
    plan: crossOf(9, 26, 8),
  },
  {
    owner: 'olga',
    name: 'Сетка ADA',
    asset: 'ADAUSDT',
    tf: 15,
    capital: 1000,
    life: 0.4,
    plan: gridOf(0.06, 17),
    acts: [{ after: 0.9, act: { do: 'pause' } }],
  },
  { owner: 'alice', name: 'ETH grid', asset: 'ETHUSDT', tf: 15, capital: 5000, life: 0.97, plan: gridOf(0.1, 31) },
  {
    owner: 'alice',
    name: 'Weekly BTC savings',
    asset: 'BTCUSDT',
    tf: 60,
    capital: 10_000,
    life: 0.95,
    plan: dcaOf(250, 24),
  },
  { owner: 'alice', name: 'SOL trend', asset: 'SOLUSDT', tf: 60, capital: 4000, life: 0.7, plan: crossOf(12, 36, 6) },
  {
    owner: 'alice',
    name: 'DOGE dips',
    asset: 'DOGEUSDT',
    tf: 15,
    capital: 1500,
    life: 0.5,
    plan: rsiOf(25, 65),
    acts: [{ after: 0.7, act: stop }],
  },
  {
    owner: 'alice',
    name: 'Draft: AVAX breakout',
    asset: 'AVAXUSDT',
    tf: 60,
    capital: 2000,
    life: 0,
    plan: breakoutOf(20, 2.5),
    isDraft: true,
  },
  {
    owner: 'james',
    name: 'Range breaker',
    asset: 'AVAXUSDT',
    tf: 60,
    capital: 2500,
    life: 0.65,
    plan: breakoutOf(18, 2.5),
  },
  { owner: 'sofia', name: 'First steps', asset: 'LTCUSDT', tf: 60, capital: 500, life: 0.3, plan: dcaOf(20, 12) },
]
