import type { Units } from '../../market/units.ts'
import { type Account, settle } from '../engine/account.ts'
import { type Costs, feeOf, type Money, type TradeScale, takerPrice } from '../engine/money.ts'
import type { Bracket } from '../engine/order.ts'

export interface ExitTerms {
  costs: Costs
  scale: TradeScale
}

/** Returns the result of a sale at an exit, after the fees of both trades: a stop fills as a market order. */
export function exitResult(
  account: Account,
  { kind, price, quantity }: { kind: keyof Bracket; price: Units; quantity: Units },
  { costs, scale }: ExitTerms,
): Money {
  const got = kind === 'stop' ? takerPrice('sell', price, costs, scale.priceStep) : price
  const fee = feeOf(quantity, got, kind === 'stop' ? costs.takerFee : costs.makerFee, scale)
  return settle(account, { side: 'sell', price: got, quantity, fee }, scale).profit
}

/** Expected results at the exits of a bracket; undefined where it has none */
export type ExitResults = Partial<Record<keyof Bracket, Money | undefined>>

export function exitResults(
  { stop, profit }: Bracket,
  account: Account,
  quantity: Units,
  terms: ExitTerms,
): ExitResults {
  const at = (kind: keyof Bracket, price: Units | undefined) =>
    price === undefined ? undefined : exitResult(account, { kind, price, quantity }, terms)
  return { stop: at('stop', stop), profit: at('profit', profit) }
}
