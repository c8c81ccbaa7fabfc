import { type Digits, type Units, wholeUnits } from '../../market/units.ts'

declare const money: unique symbol

/** Whole 10^-8 of the quote currency: 100,000,000 is one. Balances, fees and profits; exact, may be negative. */
export type Money = number & { readonly [money]: true }

export const moneyDigits = 8

/** Hundredths of a basis point: 1000 is 0.1 %. Whole, so that fees are exact. */
export type Rate = number

/** As a rate, all of it */
export const wholeRate = 1_000_000

/** How an asset is traded: digits of its units, and the steps that orders keep to. */
export interface TradeScale extends Digits {
  /** In price units, at least 1 */
  priceStep: number
  /** In quantity units, at least 1 */
  quantityStep: number
  minNotional: Money
}

export interface Costs {
  takerFee: Rate
  makerFee: Rate
  /** Between the best offers: who takes one pays half of it */
  spread: Rate
  slippage: Rate
}

export type Rounding = 'up' | 'down'

/** Ninety million of the quote currency are its bound: no bot has business with more. */
class TooMuchMoneyError extends RangeError {}

export function wholeMoney(whole: number): Money {
  if (!Number.isSafeInteger(whole)) throw new TooMuchMoneyError('More than 90,000,000 of the quote currency')
  return whole as Money
}

/** What a quantity costs at a price. Instruments with more than eight digits in all have it rounded. */
export function worthOf(quantity: Units, price: Units, scale: Digits, rounding: Rounding): Money {
  const exponent = exponentOf(scale)
  const worth = quantity * price * 10 ** exponent
  if (exponent >= 0 && worth <= Number.MAX_SAFE_INTEGER) return worth as Money
  return wholeMoney(share(quantity, price, 10 ** Math.max(0, exponent), 10 ** Math.max(0, -exponent), rounding))
}

/** quantity × price × rate, rounded up to the smallest unit of money */
export function feeOf(quantity: Units, price: Units, rate: Rate, scale: Digits): Money {
  if (rate === 0) return wholeMoney(0)
  const exponent = exponentOf(scale)
  const top = rate * 10 ** Math.max(0, exponent)
  return wholeMoney(share(quantity, price, top, wholeRate * 10 ** Math.max(0, -exponent), 'up'))
}

/** The price for who takes an offer: half the spread and the slippage worse, at the next step against them. */
export function takenPrice(side: 'buy' | 'sell', price: Units, { spread, slippage }: Costs, step: number): Units {
  const worse = spread + 2 * slippage
  const whole = 2 * wholeRate
  if (side === 'buy') return wholeUnits(step * share(price, 1, whole + worse, whole * step, 'up'))
  const steps = share(price, 1, Math.max(0, whole - worse), whole * step, 'down')
  return wholeUnits(step * Math.max(1, steps))
}

/** A share of a price on the step below or above it: exact, where a float would lie a step beside it. */
export function priceLevel(price: Units, rate: Rate, rounding: Rounding, { priceStep }: TradeScale): Units {
  return wholeUnits(priceStep * share(price, Math.max(0, rate), 1, wholeRate * priceStep, rounding))
}

/** A share of money, rounded down: exact, where a float would lie beside it. */
export function shareOf(money: Money, rate: Rate): Money {
  return wholeMoney(share(money, rate, 1, wholeRate, 'down'))
}

/** The most that cash pays for at a price, the fee with it, in whole steps; 0 when not for one. */
export function mostQuantity(cash: Money, price: Units, rate: Rate, scale: TradeScale): Units {
  const { quantityStep } = scale
  // A level of a strategy may lie below the lowest price there is: as much as one likes would cost nothing.
  if (price <= 0) return wholeUnits(0)
  const costOf = (steps: number) => {
    const quantity = wholeUnits(steps * quantityStep)
    return worthOf(quantity, price, scale, 'up') + feeOf(quantity, price, rate, scale)
  }
  const stepCost = quantityStep * price * 10 ** exponentOf(scale) * (1 + rate / wholeRate)
  const roughly = Math.floor(Math.min(cash / stepCost, Number.MAX_SAFE_INTEGER / quantityStep))
  let steps = roughly
  while (steps > 0 && costOf(steps) > cash) steps--
  // A float may lie beside a cost that is the very cash: what is as near is counted exactly.
  while (stepCost * (steps + 1) <= cash * (1 + 1e-12) && costOf(steps + 1) <= cash) steps++
  return wholeUnits(Math.max(0, steps) * quantityStep)
}

function exponentOf({ priceDigits, volumeDigits }: Digits): number {
  return moneyDigits - priceDigits - volumeDigits
}

/** a × b × top ÷ bottom of whole numbers, none negative, rounded once: exact however large they are. */
function share(a: number, b: number, top: number, bottom: number, rounding: Rounding): number {
  const product = a * b * top
  if (product <= Number.MAX_SAFE_INTEGER) {
    return rounding === 'up' ? Math.ceil(product / bottom) : Math.floor(product / bottom)
  }
  const exact = BigInt(a) * BigInt(b) * BigInt(top)
  const divisor = BigInt(bottom)
  return Number((exact + (rounding === 'up' ? divisor - 1n : 0n)) / divisor)
}
