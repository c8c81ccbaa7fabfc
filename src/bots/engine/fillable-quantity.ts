import { type Units, wholeUnits } from '../../market/units.ts'
import { type Account, equityOf } from './account.ts'
import { maxQuantity, type Rate, shareOf, type TradeScale, wholeMoney } from './money.ts'
import type { MarketBuy, Order } from './order.ts'

interface At {
  price: Units
  /** Fee rate of the fill */
  rate: Rate
  scale: TradeScale
  /** Max share of the equity that resting purchases may use; undefined for all of the equity */
  allocation?: Rate | undefined
}

/** Returns how much of an order can fill at a price, before the cap by the minute's volume. */
export function fillableQuantity(order: Order, account: Account, at: At): Units {
  const { price, rate, scale } = at
  if (order.side === 'sell') {
    return order.quantity === 'all' ? account.quantity : wholeUnits(Math.min(order.quantity, account.quantity))
  }
  const { quantity = 'all' } = order
  const isForMoney = order.kind === 'market' && !order.isTouched
  const affordable = maxQuantity(isForMoney ? spendOf(order, account) : roomOf(account, at), price, rate, scale)
  return quantity === 'all' ? affordable : wholeUnits(Math.min(quantity, affordable))
}

function spendOf({ spend }: MarketBuy, { cash }: Account) {
  return spend === 'all' ? cash : wholeMoney(Math.min(spend, cash))
}

function roomOf(account: Account, { price, scale, allocation }: At) {
  if (allocation === undefined) return account.cash
  const most = shareOf(equityOf(account, price, scale), allocation) - account.cost
  return wholeMoney(Math.max(0, Math.min(account.cash, most)))
}
