import { type Units, wholeUnits } from '../../market/units.ts'
import { type Account, equityOf } from './account.ts'
import { mostQuantity, type Rate, type TradeScale, wholeMoney, wholeRate } from './money.ts'
import type { Order } from './order.ts'

interface At {
  price: Units
  /** Of the fee */
  rate: Rate
  scale: TradeScale
  /** Most of the equity that a waiting buy may put in; all of it unless given */
  allocation?: Rate | undefined
}

/** How much of an order is wanted at a price, before the minute's volume bounds it. */
export function wantedOf(order: Order, account: Account, at: At): Units {
  const { price, rate, scale } = at
  if (order.kind === 'market' && order.side === 'buy') {
    const spend = order.spend === 'all' ? account.cash : Math.min(order.spend, account.cash)
    return mostQuantity(wholeMoney(spend), price, rate, scale)
  }
  if (order.side === 'sell') {
    return order.quantity === 'all' ? account.quantity : wholeUnits(Math.min(order.quantity, account.quantity))
  }
  const affordable = mostQuantity(roomOf(account, at), price, rate, scale)
  return order.quantity === 'all' ? affordable : wholeUnits(Math.min(order.quantity, affordable))
}

function roomOf(account: Account, { price, scale, allocation }: At) {
  if (allocation === undefined) return account.cash
  const most = Math.floor((equityOf(account, price, scale) * allocation) / wholeRate) - account.cost
  return wholeMoney(Math.max(0, Math.min(account.cash, most)))
}
