import { moscowMs } from '../../i18n/moscow-time.ts'
import { dayMs, minuteMs } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import { costLevel, equityOf } from './account.ts'
import type { BuyLimits } from './fills.ts'
import { type Money, priceLevel, type Rate, shareOf, wholeMoney, wholeRate } from './money.ts'
import type { Intent } from './order.ts'
import { isWaiting, type Minute, type Portfolio, type Terms } from './portfolio.ts'

/** Limits for the losses of a bot. For a position, rates refer to its cost, fees included. */
export interface RiskRules {
  /** Rate below cost at which everything is sold */
  stopLoss?: Rate | undefined
  /** Rate above cost at which everything is sold */
  takeProfit?: Rate | undefined
  /** Rate below the highest price since the purchase at which everything is sold */
  trailing?: Rate | undefined
  /** Drawdown from the highest equity at which everything is sold and the bot halts */
  maxDrawdown?: Rate | undefined
  /** Loss since midnight in Moscow at which purchases stop until the next midnight */
  dailyLoss?: Rate | undefined
  /** Minutes without purchases after a sale that lost money */
  cooldownMinutes?: number | undefined
  /** Max orders that wait at a time, not counting the risk orders */
  maxOrders?: number | undefined
  /** Max share of the equity that may be invested */
  allocation?: Rate | undefined
}

export interface RiskMemory {
  peak: Money
  /** Current day, counted since 1970 in Moscow time; `dayStart` is the equity at the beginning of this day */
  day: number
  dayStart: Money
  /** Highest price since the position was opened; 0 without a position */
  highest: Units
  /** Time before which no purchases are allowed, ms UTC */
  buysFrom: number
}

export const riskOrders = { stop: 'risk-stop', profit: 'risk-profit' } as const

/** Returns the limits for resting purchases in a minute that opens at `time` (ms UTC). */
export function buyLimitsOf(isPaused: boolean, { buysFrom }: RiskMemory, rules: RiskRules, time: number): BuyLimits {
  return { isSuspended: isPaused || time < buysFrom, allocation: rules.allocation }
}

export function openRisk(capital: Money): RiskMemory {
  return { peak: capital, day: -1, dayStart: capital, highest: wholeUnits(0), buysFrom: 0 }
}

export type Breach = { kind: 'drawdown' } | { kind: 'daily-loss'; until: number }

interface Watched {
  rules: RiskRules
  scale: Terms['scale']
  /** Equity at the end of the previous minute */
  before: Money
  lost: boolean
  /** Highest price of a new position in the minute: see `MinuteResult` */
  highest: Units | undefined
}

/** Returns the risk memory after a minute, and the breached equity limit, if any. */
export function watchRisk(
  memory: RiskMemory,
  desk: Portfolio,
  minute: Minute,
  { rules, scale, before, lost, highest }: Watched,
): { memory: RiskMemory; breach?: Breach } {
  const equity = equityOf(desk.account, minute.close, scale)
  const day = Math.floor((minute.openTime + moscowMs) / dayMs)
  const end = minute.openTime + minuteMs
  const next: RiskMemory = {
    peak: wholeMoney(Math.max(equity, memory.peak)),
    day,
    dayStart: day === memory.day ? memory.dayStart : before,
    highest:
      desk.account.quantity === 0 ? wholeUnits(0) : (highest ?? wholeUnits(Math.max(minute.high, memory.highest))),
    buysFrom: lost && rules.cooldownMinutes ? end + rules.cooldownMinutes * minuteMs : memory.buysFrom,
  }
  if (fellBelow(equity, next.peak, rules.maxDrawdown)) return { memory: next, breach: { kind: 'drawdown' } }
  const midnight = (day + 1) * dayMs - moscowMs
  if (end < midnight && fellBelow(equity, next.dayStart, rules.dailyLoss)) {
    return { memory: next, breach: { kind: 'daily-loss', until: midnight } }
  }
  return { memory: next }
}

/** Returns the intents that update the protective orders; none for a waiting order that is already right. */
export function protectiveIntents(
  memory: RiskMemory,
  desk: Portfolio,
  rules: RiskRules,
  scale: Terms['scale'],
): Intent[] {
  const { account } = desk
  if (account.quantity === 0) {
    return Object.values(riskOrders).flatMap((name): Intent[] =>
      isWaiting(desk, name) ? [{ act: 'cancel', name }] : [],
    )
  }
  const { stopLoss, trailing, takeProfit } = rules
  const atLeastOne = (price: Units) => wholeUnits(Math.max(scale.priceStep, price))
  const below = stopLoss === undefined ? 0 : atLeastOne(costLevel(account, wholeRate - stopLoss, 'down', scale))
  const behind =
    trailing === undefined ? 0 : atLeastOne(priceLevel(memory.highest, wholeRate - trailing, 'down', scale))
  const intents: Intent[] = []
  const base = { side: 'sell', quantity: 'all' } as const
  if (below > 0 || behind > 0) {
    const price = wholeUnits(Math.max(below, behind))
    const reason = behind > below ? 'trailing-stop' : 'stop-loss'
    intents.push({ act: 'stop', ...base, price, name: riskOrders.stop, reason })
  }
  if (takeProfit !== undefined) {
    const price = atLeastOne(costLevel(account, wholeRate + takeProfit, 'up', scale))
    intents.push({ act: 'limit', ...base, price, name: riskOrders.profit, reason: 'take-profit' })
  }
  return intents.filter((intent) => !('price' in intent) || !isSame(desk, intent.name, intent.price))
}

/** Returns the intents that the rules allow, and the dropped ones with reasons. */
export function limitIntents(
  intents: readonly Intent[],
  { desk, memory, rules, equity, time, buys }: LimitContext,
): { intents: readonly Intent[]; dropped: readonly DroppedIntent[] } {
  if (intents.length === 0) return { intents, dropped: [] }
  const dropped: DroppedIntent[] = []
  let waiting = desk.orders.filter(({ name }) => !protecting.has(name)).length
  const kept = intents.flatMap((intent): Intent[] => {
    const refuse = (why: DroppedIntent['why']) => {
      dropped.push({ intent, why })
      return []
    }
    if (intent.act === 'cancel' || intent.act === 'move') return [intent]
    const isBuy = intent.act === 'buy' || ('side' in intent && intent.side === 'buy')
    if (isBuy && !buys) return refuse('paused')
    if (isBuy && time < memory.buysFrom) return refuse('cooldown')
    if (rules.maxOrders !== undefined && 'price' in intent && !isWaiting(desk, intent.name)) {
      if (waiting >= rules.maxOrders) return refuse('too-many-orders')
      waiting++
    }
    if (intent.act !== 'buy' || rules.allocation === undefined) return [intent]
    const most = shareOf(equity, rules.allocation) - desk.account.cost
    if (most <= 0) return refuse('allocation')
    return [{ ...intent, spend: wholeMoney(intent.spend === 'all' ? most : Math.min(intent.spend, most)) }]
  })
  return { intents: kept, dropped }
}

export interface DroppedIntent {
  intent: Intent
  why: 'paused' | 'cooldown' | 'too-many-orders' | 'allocation'
}

interface LimitContext {
  desk: Portfolio
  memory: RiskMemory
  rules: RiskRules
  equity: Money
  /** Current time, ms UTC */
  time: number
  buys: boolean
}

const protecting: ReadonlySet<string | undefined> = new Set(Object.values(riskOrders))

function fellBelow(equity: Money, from: Money, rate: Rate | undefined): boolean {
  if (rate === undefined) return false
  // The comparison runs every minute: exact arithmetic is needed only next to the limit of the loss.
  const beyond = from * (1 - rate / wholeRate) - equity
  return Math.abs(beyond) > 10 ? beyond > 0 : equity < from - shareOf(from, rate)
}

function isSame({ orders }: Portfolio, name: string, price: Units): boolean {
  return orders.some((order) => order.name === name && (order.kind === 'market' || order.price === price))
}
