import { wholeMoney } from '../engine/money.ts'
import { manualStrategy, type Plan } from '../plan.ts'

/** Initial play money of a manual account, in the quote currency of its asset */
export const manualCapital = wholeMoney(10_000 * 1e8)

/** Max waiting orders of an account in one asset; each sale of a bracket counts too */
export const maxHandOrders = 20

/**
 * Costs of manual accounts: a fee of 0.1 % on every trade, spread 0.02 %, slippage 0.01 %, at most a quarter of a
 * minute's volume; pessimistic order of extremes.
 */
export const manualPlan: Plan = {
  strategy: manualStrategy,
  params: {},
  costs: { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 100 },
  volumeShare: 25,
  order: 'pessimistic',
}
