import { type Units, wholeUnits } from '../../market/units.ts'
import {
  type Money,
  maxQuantity,
  moneyDigits,
  type Rate,
  type Rounding,
  shareOf,
  type TradeScale,
  wholeMoney,
  wholeRate,
  worthOf,
} from './money.ts'
import type { Fill, MarketBuy, Order } from './order.ts'

/** Balances of play money and of the asset. There is no borrowing, so neither balance is ever negative. */
export interface Account {
  cash: Money
  quantity: Units
  /** Cost of the quantity held, fees included */
  cost: Money
  /** Total profit of all sales, after fees */
  realised: Money
  fees: Money
}

export function openAccount(capital: Money): Account {
  const none = wholeMoney(0)
  return { cash: capital, quantity: wholeUnits(0), cost: none, realised: none, fees: none }
}

export function equityOf({ cash, quantity }: Account, price: Units, scale: TradeScale): Money {
  return quantity === 0 ? cash : wholeMoney(cash + worthOf(quantity, price, scale, 'down'))
}

/**
 * Price level at `rate` times the average cost of a held unit (fee included), rounded exactly to the price step below
 * or above. The quantity held must not be 0.
 */
export function costLevel({ cost, quantity }: Account, rate: Rate, rounding: Rounding, scale: TradeScale): Units {
  const { priceDigits, volumeDigits, priceStep } = scale
  const exponent = moneyDigits - priceDigits - volumeDigits
  const steps = (cost / quantity / 10 ** exponent / priceStep) * (rate / wholeRate)
  const nearest = Math.round(steps)
  // Runs every minute, so floats are used: precise enough unless the level lies on or right next to a price step.
  if (Math.abs(steps - nearest) > 1e-9 * Math.max(1, nearest)) {
    return wholeUnits((rounding === 'up' ? Math.ceil(steps) : Math.floor(steps)) * priceStep)
  }
  const top = BigInt(cost) * BigInt(rate) * 10n ** BigInt(Math.max(0, -exponent))
  const bottom = BigInt(quantity) * BigInt(wholeRate * priceStep) * 10n ** BigInt(Math.max(0, exponent))
  return wholeUnits(Number((rounding === 'up' ? top + bottom - 1n : top) / bottom) * priceStep)
}

/**
 * Returns the account after a trade, and the profit of the trade. The cost of a sale is its proportional share of the
 * cost of the whole holding.
 */
export function settle(
  account: Account,
  trade: Pick<Fill, 'price' | 'quantity' | 'fee'> & { side: 'buy' | 'sell' },
  scale: TradeScale,
): { account: Account; profit: Money } {
  const { side, price, quantity, fee } = trade
  const fees = wholeMoney(account.fees + fee)
  if (side === 'buy') {
    const paid = worthOf(quantity, price, scale, 'up') + fee
    const held = wholeUnits(account.quantity + quantity)
    const cost = wholeMoney(account.cost + paid)
    return {
      account: { ...account, cash: wholeMoney(account.cash - paid), quantity: held, cost, fees },
      profit: wholeMoney(0),
    }
  }
  const got = worthOf(quantity, price, scale, 'down') - fee
  const cost = costOfPart(account, quantity)
  const profit = wholeMoney(got - cost)
  return {
    account: {
      cash: wholeMoney(account.cash + got),
      quantity: wholeUnits(account.quantity - quantity),
      cost: wholeMoney(account.cost - cost),
      realised: wholeMoney(account.realised + profit),
      fees,
    },
    profit,
  }
}

function costOfPart({ cost, quantity: held }: Account, quantity: Units): number {
  if (quantity === held) return cost
  return Number((BigInt(cost) * BigInt(quantity)) / BigInt(held))
}

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
