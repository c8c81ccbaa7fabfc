import type { TradeRules } from '../../market/listing/listing.ts'
import { type Digits, readUnits, type Units, wholeUnits } from '../../market/units.ts'

declare const money: unique symbol

/** Money in 10^-8 of the quote currency: 100,000,000 is 1. For balances, fees and profits; exact, may be negative. */
export type Money = number & { readonly [money]: true }

export const moneyDigits = 8

/** A rate: an integer in hundredths of a basis point, so 1000 is 0.1 %. An integer keeps fees exact. */
export type Rate = number

/** The rate of 100 % */
export const wholeRate = 1_000_000

/** Trading rules of an asset: digits of its units, and the steps of prices and quantities. */
export interface TradeScale extends Digits {
  /** Price step in price units, at least 1 */
  priceStep: number
  /** Quantity step in quantity units, at least 1 */
  quantityStep: number
  minNotional: Money
}

export interface Fees {
  takerFee: Rate
  makerFee: Rate
}

export interface Costs extends Fees {
  /** Difference between the best bid and ask; a taker pays half of it */
  spread: Rate
  slippage: Rate
}

export type Rounding = 'up' | 'down'

/** Thrown above about 90 million of the quote currency (the largest safe integer). No bot needs more. */
class TooMuchMoneyError extends RangeError {}

export function wholeMoney(whole: number): Money {
  if (!Number.isSafeInteger(whole)) throw new TooMuchMoneyError('The amount exceeds 90,000,000 of the quote currency')
  return whole as Money
}

/** Returns quantity × price in money. Rounds only for instruments with more than eight digits in total. */
export function worthOf(quantity: Units, price: Units, scale: Digits, rounding: Rounding): Money {
  const exponent = exponentOf(scale)
  const worth = quantity * price * 10 ** exponent
  if (exponent >= 0 && worth <= Number.MAX_SAFE_INTEGER) return worth as Money
  return wholeMoney(share(quantity, price, 10 ** Math.max(0, exponent), 10 ** Math.max(0, -exponent), rounding))
}

/** Returns the fee: quantity × price × rate, rounded up to the smallest unit of money */
export function feeOf(quantity: Units, price: Units, rate: Rate, scale: Digits): Money {
  if (rate === 0) return wholeMoney(0)
  const exponent = exponentOf(scale)
  const top = rate * 10 ** Math.max(0, exponent)
  return wholeMoney(share(quantity, price, top, wholeRate * 10 ** Math.max(0, -exponent), 'up'))
}

/** Price for a taker: worse by half the spread plus the slippage, rounded to the next price step against the taker. */
export function takerPrice(side: 'buy' | 'sell', price: Units, { spread, slippage }: Costs, step: number): Units {
  const worse = spread + 2 * slippage
  const whole = 2 * wholeRate
  if (side === 'buy') return wholeUnits(step * share(price, 1, whole + worse, whole * step, 'up'))
  const steps = share(price, 1, Math.max(0, whole - worse), whole * step, 'down')
  return wholeUnits(step * Math.max(1, steps))
}

/** Returns a share of a price, rounded to the step below or above. Exact, where a float could be off by one step. */
export function priceLevel(price: Units, rate: Rate, rounding: Rounding, { priceStep }: TradeScale): Units {
  return wholeUnits(priceStep * share(price, Math.max(0, rate), 1, wholeRate * priceStep, rounding))
}

/** Returns a share of an amount of money, rounded down. Exact, where a float could be off by one unit. */
export function shareOf(money: Money, rate: Rate): Money {
  return wholeMoney(share(money, rate, 1, wholeRate, 'down'))
}

/** Max quantity that the cash pays for at a price, fee included, in whole steps; 0 if it pays for no step. */
export function maxQuantity(cash: Money, price: Units, rate: Rate, scale: TradeScale): Units {
  const { quantityStep } = scale
  // The price level of a strategy may be zero or negative; the quantity would then be unlimited.
  if (price <= 0) return wholeUnits(0)
  const costOf = (steps: number) => {
    const quantity = wholeUnits(steps * quantityStep)
    return worthOf(quantity, price, scale, 'up') + feeOf(quantity, price, rate, scale)
  }
  const stepCost = quantityStep * price * 10 ** exponentOf(scale) * (1 + rate / wholeRate)
  const roughly = Math.floor(Math.min(cash / stepCost, Number.MAX_SAFE_INTEGER / quantityStep))
  let steps = roughly
  while (steps > 0 && costOf(steps) > cash) steps--
  // Near equality of cost and cash, the float may be slightly off, so these cases are computed exactly.
  while (stepCost * (steps + 1) <= cash * (1 + 1e-12) && costOf(steps + 1) <= cash) steps++
  return wholeUnits(Math.max(0, steps) * quantityStep)
}

function exponentOf({ priceDigits, volumeDigits }: Digits): number {
  return moneyDigits - priceDigits - volumeDigits
}

/** Returns a × b × top ÷ bottom for non-negative integers, rounded only once. Exact for integers of any size. */
function share(a: number, b: number, top: number, bottom: number, rounding: Rounding): number {
  const product = a * b * top
  if (product <= Number.MAX_SAFE_INTEGER) {
    return rounding === 'up' ? Math.ceil(product / bottom) : Math.floor(product / bottom)
  }
  const exact = BigInt(a) * BigInt(b) * BigInt(top)
  const divisor = BigInt(bottom)
  return Number((exact + (rounding === 'up' ? divisor - 1n : 0n)) / divisor)
}

/** Returns the price and quantity steps of an instrument in its own units. */
export function scaleOf({ priceDigits, volumeDigits }: Digits, listing: TradeRules): TradeScale {
  const step = (text: string, digits: number) => Math.max(1, readUnits(text, digits)?.units ?? 1)
  return {
    priceDigits,
    volumeDigits,
    priceStep: step(listing.priceStep, priceDigits),
    quantityStep: step(listing.quantityStep, volumeDigits),
    minNotional: wholeMoney(readUnits(listing.minNotional, moneyDigits)?.units ?? 0),
  }
}
