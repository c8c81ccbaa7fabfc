import { wholeMoney } from '../engine/money.ts'
import { byHand, type Plan } from '../plan.ts'

/** What an account of play money begins with, in the quote of its asset */
export const handCapital = wholeMoney(10_000 * 1e8)

/** Orders that may wait in one asset; a bracket's sales count as one each */
export const mostHandOrders = 20

/** 0.1 % of every trade, a spread of 0.02 %, 0.01 % of slippage, a quarter of a minute's volume; the worse way round. */
export const handPlan: Plan = {
  strategy: byHand,
  params: {},
  costs: { takerFee: 1000, makerFee: 1000, spread: 200, slippage: 100 },
  volumeShare: 25,
  order: 'pessimistic',
}
