import type { TradeScale } from '../src/bots/engine/money.ts'

/** Money is counted in hundred-millionths of the quote currency, rates in millionths. */
const coin = 10n ** 8n
export const whole = 10n ** 6n

export interface Market {
  /** Prices times quantities count in so many parts of the quote currency. */
  parts: bigint
  step: bigint
  lot: bigint
  least: bigint
}

export function marketOf({ priceDigits, volumeDigits, priceStep, quantityStep, minNotional }: TradeScale): Market {
  const parts = 10n ** BigInt(priceDigits + volumeDigits)
  return { parts, step: BigInt(priceStep), lot: BigInt(quantityStep), least: BigInt(minNotional) }
}

/** BigInt division cuts towards zero: negative shares need their own care. */
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

/** Rounding up makes a purchase dearer than the fraction that the search begins with: it can only go down. */
export function mostFor(money: bigint, price: bigint, rate: bigint, market: Market): bigint {
  const { parts, lot } = market
  if (price <= 0n || money <= 0n) return 0n
  let lots = floor(money * parts * whole, lot * price * coin * (whole + rate))
  const costs = (quantity: bigint) => worthUp(quantity, price, market) + feeOn(quantity, price, rate, market)
  while (lots > 0n && costs(lots * lot) > money) lots--
  return lots * lot
}

/** Steps of the price against whoever takes an offer: half the spread and the slippage. */
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

/** A held unit has cost `cost / held`; a share of it, as a price on the step below or above. */
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
