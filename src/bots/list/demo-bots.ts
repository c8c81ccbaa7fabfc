import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import { shownStateOf } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { dayMs, minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { type Costs, wholeMoney } from '../engine/money.ts'
import type { RiskRules } from '../engine/risk.ts'
import type { Json } from '../engine/strategy.ts'
import type { Plan } from '../plan.ts'
import { botCommandAdded } from '../topics.ts'
import { insertDemoBot, listDemoBots, type StartedDemo } from './demo-queries.ts'

/** A public demo bot, which is created once per installation. */
interface DemoBot {
  id: string
  /** Name of the bot: a message key in `bots.shownNames` */
  name: string
  asset: string
  tf: Timeframe
  /** Returns the plan of the bot. @param price  decimal price of the first minute */
  plan(price: number): Plan
}

const costs: Costs = { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 500 }
const percent = 10_000

function planOf(strategy: string, params: Json, risk: RiskRules): Plan {
  const bounds = { maxDrawdown: 50 * percent, dailyLoss: 10 * percent, maxOrders: 40 }
  return { strategy, params, costs, risk: { ...bounds, ...risk }, volumeShare: 10, order: 'pessimistic' }
}

const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`

/** Demo bots, one of each strategy. The ids are fixed, so that two processes do not create duplicates. */
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

/** Age of a demo bot at its creation, ms: it starts in the past, so that it has a curve at once. */
const livedMs = 7 * dayMs
const capital = wholeMoney(10_000 * 1e8)

export interface DemoDeps {
  db: Db
  market: Pick<Market, 'columns' | 'current' | 'feed' | 'instrument' | 'state'>
  events: Pick<Events, 'emit'>
  now(): number
}

/**
 * Creates missing demo bots once their asset has a day of prices, and restarts demo bots whose source or asset is gone.
 * Runs as a job of the role `bots`.
 */
export async function makeDemoBots({ db, market, events, now }: DemoDeps): Promise<void> {
  const there = new Map((await listDemoBots(db)).map((row) => [row.id, row]))
  for (const demo of demoBots) {
    const known = there.get(demo.id)
    const isGone = known?.state === 'halted' && (known.reason === 'source-changed' || known.reason === 'asset-gone')
    if (known && !isGone) continue
    const begin = await beginOf(demo, market)
    if (!begin) continue
    const { id, name, asset, tf } = demo
    await insertDemoBot(db, { id, name, asset, tf, capital, now: now(), ...begin })
    events.emit(botCommandAdded, { id })
  }
}

type Begin = Pick<StartedDemo, 'plan' | 'source' | 'priceDigits' | 'volumeDigits' | 'startedAt' | 'cursor'>

async function beginOf({ asset, plan }: DemoBot, market: DemoDeps['market']): Promise<Begin | undefined> {
  const instrument = market.instrument(asset)
  const current = market.current(asset, 1)
  const state = market.state()
  if (!instrument || !current || state.isBackfilling || shownStateOf(state, asset) !== 'trading') return undefined
  const from = openTimeOf(current.openTime - livedMs, 60)
  const { openTime, open } = await market.columns({ asset, tf: 1, from, limit: 1 })
  const [startedAt, price] = [openTime[0], open[0]]
  if (startedAt === undefined || price === undefined || startedAt > current.openTime - dayMs) return undefined
  const { priceDigits, volumeDigits } = instrument
  return {
    plan: plan(toDecimal(wholeUnits(price), priceDigits)),
    source: market.feed.id,
    priceDigits,
    volumeDigits,
    startedAt,
    cursor: startedAt - minuteMs,
  }
}
