import type { TradeScale } from '../src/bots/engine/money.ts'

/** Money is counted in hundred-millionths of the quote currency, rates in millionths. */
const coin = 10n ** 8n
export const whole = 10n ** 6n

export interface Market {
  /** Number of fractions in one unit of the quote currency; price times quantity is counted in these fractions. */
  parts: bigint
  step: bigint
  lot: bigint
  least: bigint
}

export function marketOf({ priceDigits, volumeDigits, priceStep, quantityStep, minNotional }: TradeScale): Market {
  const parts = 10n ** BigInt(priceDigits + volumeDigits)
  return { parts, step: BigInt(priceStep), lot: BigInt(quantityStep), least: BigInt(minNotional) }
}

/** BigInt division truncates towards zero: negative values need separate handling. */
export function floor(top: bigint, bottom: bigint): bigint {
  return top >= 0n ? top / bottom : -ceil(-top, bottom)
}

export function ceil(top: bigint, bottom: bigint): bigint {
  return top > 0n ? (top + bottom - 1n) / bottom : -floor(-top, bottom)
}

export function worthDown(quantity: bigint, price: bigint, { parts }: Market): bigint {
  return floor(quantity * price * coin, parts)
}

export function worthUp(quantity: bigint, price: bigint, { parts }: Market): bigint {
  return ceil(quantity * price * coin, parts)
}

export function feeOn(quantity: bigint, price: bigint, rate: bigint, { parts }: Market): bigint {
  return ceil(quantity * price * rate * coin, parts * whole)
}

/** Rounding up makes a purchase cost more than the first estimate, so the search only decreases the quantity. */
export function maxAffordable(money: bigint, price: bigint, rate: bigint, market: Market): bigint {
  const { parts, lot } = market
  if (price <= 0n || money <= 0n) return 0n
  let lots = floor(money * parts * whole, lot * price * coin * (whole + rate))
  const costs = (quantity: bigint) => worthUp(quantity, price, market) + feeOn(quantity, price, rate, market)
  while (lots > 0n && costs(lots * lot) > money) lots--
  return lots * lot
}

/**
 * Returns the price that a taker pays or receives: worse than the market price by half the spread and the slippage, in
 * price steps.
 */
export function takenAt(
  side: 'buy' | 'sell',
  price: bigint,
  worse: { spread: bigint; slippage: bigint },
  step: bigint,
) {
  const twice = worse.spread + 2n * worse.slippage
  if (side === 'buy') return step * ceil(price * (2n * whole + twice), 2n * whole * step)
  const steps = floor(price * (2n * whole - twice), 2n * whole * step)
  return step * (steps < 1n ? 1n : steps)
}

/** Returns the entry price of a held unit (`cost / held`) times a rate, rounded to a price step. */
export function sharedCost(
  { cost, held }: { cost: bigint; held: bigint },
  rate: bigint,
  round: typeof floor,
  { parts, step }: Market,
): bigint {
  return step * round(cost * parts * rate, held * coin * whole * step)
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function least(...amounts: (bigint | 'all')[]): bigint {
  return amounts.filter((amount) => amount !== 'all').reduce((a: bigint, b: bigint) => (a < b ? a : b))
}
