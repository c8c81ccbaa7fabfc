import { wholeMoney } from '../engine/money.ts'
import type { Intent } from '../engine/order.ts'
import { type Portfolio, place, setAsideBy, type Terms } from '../engine/portfolio.ts'

/** Initial play money of a manual account, in the quote currency of its asset */
export const manualCapital = wholeMoney(10_000 * 1e8)

/**
 * Fill model of orders by hand: a fee of 0.1 % on every trade, spread 0.02 %, slippage 0.01 %, at most a quarter of a
 * minute's volume; pessimistic order of extremes.
 */
export const manualTerms = {
  costs: { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 100 },
  volumeShare: 25,
  order: 'pessimistic',
} as const satisfies Omit<Terms, 'scale'>

/** Max waiting orders of an account in one asset; each sale of a bracket counts too */
const maxHandOrders = 20

/** Whether orders would exceed the number that may wait. Changes and cancellations always fit. */
export function isOverfull(desk: Portfolio, intents: readonly Intent[]): boolean {
  const isAdding = intents.some(({ act }) => act !== 'cancel' && act !== 'move' && act !== 'close')
  return (
    isAdding && place(desk, intents, 0).orders.flatMap((order) => [order, ...setAsideBy(order)]).length > maxHandOrders
  )
}
