import type { Timeframe } from '../../market/timeframe.ts'
import type { Costs } from '../engine/money.ts'
import type { RiskRules } from '../engine/risk.ts'
import type { Json } from '../engine/strategy.ts'
import type { Plan } from '../plan.ts'

/** A public demo bot, created once. */
export interface DemoBot {
  id: string
  /** Message key in `bots.shownNames` */
  name: string
  asset: string
  tf: Timeframe
  /** @param price  decimal price of the first minute */
  plan(price: number): Plan
}

const costs: Costs = { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 500 }
const percent = 10_000

function planOf(strategy: string, params: Json, risk: RiskRules): Plan {
  const bounds = { maxDrawdown: 50 * percent, dailyLoss: 10 * percent, maxOrders: 40 }
  return { strategy, params, costs, risk: { ...bounds, ...risk }, volumeShare: 10, order: 'pessimistic' }
}

const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`

/** One of each strategy. The ids are fixed, so that two processes do not create duplicates. */
export const demoBots: readonly DemoBot[] = [
  {
    id: idOf(1),
    name: 'dca',
    asset: 'BTCUSDT',
    tf: 60,
    plan: () =>
      planOf(
        'dca',
        { amount: 250, every: 12, safetyOrders: 3, dip: 1, scale: 1.5, takeProfit: 1.5 },
        { stopLoss: 12 * percent },
      ),
  },
  {
    id: idOf(2),
    name: 'grid',
    asset: 'ETHUSDT',
    tf: 15,
    plan: (price) => {
      const [lower, upper] = [0.93, 1.07].map((share) => Number((price * share).toPrecision(4)))
      const params = { lower: lower ?? 0, upper: upper ?? 0, levels: 21, spacing: 'geometric', trailing: true }
      return planOf('grid', params, { stopLoss: 12 * percent })
    },
  },
  {
    id: idOf(3),
    name: 'ma-cross',
    asset: 'SOLUSDT',
    tf: 60,
    plan: () => planOf('ma-cross', { fast: 9, slow: 30 }, { stopLoss: 6 * percent }),
  },
  {
    id: idOf(4),
    name: 'rsi',
    asset: 'XRPUSDT',
    tf: 15,
    plan: () => planOf('rsi', { length: 14, buyBelow: 30, sellAbove: 70 }, { stopLoss: 4 * percent }),
  },
  {
    id: idOf(5),
    name: 'breakout',
    asset: 'LINKUSDT',
    tf: 60,
    plan: () => planOf('breakout', { length: 20, atrLength: 14, atrMultiple: 3 }, { stopLoss: 6 * percent }),
  },
]
