import { type Units, wholeUnits } from '../../market/units.ts'
import { type Fees, feeOf, type Money, type TradeScale, wholeMoney, worthOf } from '../engine/money.ts'
import type { MarketSale, Order, RestingOrder } from '../engine/order.ts'
import type { Portfolio } from '../engine/portfolio.ts'
import { manualTerms } from './manual-terms.ts'

/** Cash and quantity not reserved by waiting orders */
export interface FreeBalance {
  cash: Money
  quantity: Units
}

/** Returns the max cash that a waiting purchase may use, fee included. */
export function reservedCash(order: Order, { account }: Portfolio, scale: TradeScale, fees: Fees): number {
  if (order.side === 'sell') return 0
  if (order.kind === 'market') return order.spend === 'all' ? account.cash : order.spend
  if (order.quantity === 'all') return account.cash
  const { quantity, price } = order
  // An order may fill at either fee.
  const rate = Math.max(fees.takerFee, fees.makerFee)
  return worthOf(quantity, price, scale, 'up') + feeOf(quantity, price, rate, scale)
}

export function freeOf(desk: Portfolio, scale: TradeScale, fees: Fees = manualTerms.costs): FreeBalance {
  const { account, orders } = desk
  const cash = orders.reduce((left, order) => left - reservedCash(order, desk, scale, fees), account.cash as number)
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
