import type { Market } from '../../market/market.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import { feeOf, type Money, scaleOf, type TradeScale, wholeMoney, worthOf } from '../engine/money.ts'
import type { MarketSale, Order, RestingOrder } from '../engine/order.ts'
import { openPortfolio, type Portfolio, place } from '../engine/portfolio.ts'
import type { RunState } from '../engine/run-state.ts'
import { isAlive } from '../owner/bot-figures.ts'
import { manualStrategy, type Plan } from '../plan.ts'
import { type BotRow, readJson, type WaitingCommand } from '../running/runner-queries.ts'
import { manualCapital, manualTerms } from './manual-terms.ts'

/** Max waiting orders of an account in one asset; each sale of a bracket counts too */
export const maxHandOrders = 20

export const manualPlan: Plan = { strategy: manualStrategy, params: {}, ...manualTerms }

/** A person's account in one asset, including orders that take effect only with a later minute. */
export interface PaperAccount {
  /** Bot of the account; undefined before the first order */
  row: BotRow | undefined
  desk: Portfolio
  /** Orders that are new or changed since the last processed minute */
  early: ReadonlySet<Order>
  /** Cash and quantity not reserved by waiting orders */
  free: { cash: Money; quantity: Units }
}

export function accountOf(row: BotRow | undefined, acts: readonly WaitingCommand[], scale: TradeScale): PaperAccount {
  const run = row?.snapshot ? readJson<RunState>(row.snapshot) : undefined
  const known = run?.desk ?? openPortfolio(manualCapital)
  const desk = acts.reduce(
    (now, { act }) => (act.do === 'order' ? place(now, act.intents, row?.updatedAt ?? 0) : now),
    known,
  )
  const before = new Set(known.orders)
  const early = new Set(desk.orders.filter((order) => !before.has(order)))
  return { row, desk, early, free: freeOf(desk, scale) }
}

/** Whether the account can no longer trade: the source or digits of its asset have changed, or the bot has failed. */
export function hasEnded({ row }: Pick<PaperAccount, 'row'>): boolean {
  return row !== undefined && row.state !== 'draft' && !isAlive(row)
}

/** Returns the trading rules of an asset. Undefined if the asset is not listed. */
export function manualScale(market: Pick<Market, 'instrument' | 'listing'>, asset: string): TradeScale | undefined {
  const [instrument, listing] = [market.instrument(asset), market.listing(asset)]
  return instrument && listing && scaleOf(instrument, listing)
}

/** Returns the max cash that a waiting purchase may use, fee included. */
export function reservedCash(order: Order, { account }: Portfolio, scale: TradeScale): number {
  if (order.side === 'sell') return 0
  if (order.kind === 'market') return order.spend === 'all' ? account.cash : order.spend
  if (order.quantity === 'all') return account.cash
  const { quantity, price } = order
  return worthOf(quantity, price, scale, 'up') + feeOf(quantity, price, manualPlan.costs.takerFee, scale)
}

function freeOf(desk: Portfolio, scale: TradeScale): PaperAccount['free'] {
  const { account, orders } = desk
  const cash = orders.reduce((left, order) => left - reservedCash(order, desk, scale), account.cash as number)
  // Only one of the sales in a group can fill, so only the largest reserves a quantity.
  const sales = new Map<string | number, number>()
  for (const order of orders) {
    if (order.side === 'buy') continue
    const group = groupOf(order)
    const quantity = order.quantity === 'all' ? account.quantity : order.quantity
    sales.set(group, Math.max(sales.get(group) ?? 0, quantity))
  }
  const promised = [...sales.values()].reduce((sum, quantity) => sum + quantity, 0)
  return {
    cash: wholeMoney(Math.max(0, cash)),
    quantity: wholeUnits(Math.max(0, account.quantity - promised)),
  }
}

function groupOf(order: MarketSale | RestingOrder): string | number {
  return ('group' in order && order.group) || order.id
}
