import type { Units } from '../../market/units.ts'
import type { Money } from './money.ts'

export type Side = 'buy' | 'sell'

/** What a strategy, the risk rules or a person want to be done. It takes effect with the next minute. */
export type Intent =
  | { act: 'buy'; spend: Money | 'all'; reason: string }
  | { act: 'sell'; quantity: Units | 'all'; reason: string }
  | { act: 'limit' | 'stop'; side: Side; price: Units; quantity: Units | 'all'; name: string; reason: string }
  /** Takes back the order of this name, or all that wait */
  | { act: 'cancel'; name: string | 'all' }

interface OrderBase {
  /** Ascending in the order they were placed; unique in a run */
  id: number
  side: Side
  /** Why it was placed: a key of the words for reasons */
  reason: string
  /** ms UTC, of the event that it was decided on: it fills in later minutes only */
  placedAt: number
}

/** Fills at the open of the next known minute. */
export interface MarketBuy extends OrderBase {
  kind: 'market'
  side: 'buy'
  /** What may be paid, the fee with it */
  spend: Money | 'all'
}

export interface MarketSale extends OrderBase {
  kind: 'market'
  side: 'sell'
  quantity: Units | 'all'
}

/** Waits for its price. `name` is the strategy's own: placing another of the same name replaces it. */
export interface RestingOrder extends OrderBase {
  kind: 'limit' | 'stop'
  name: string
  price: Units
  /** `all` is what is held when it fills; of sales alone */
  quantity: Units | 'all'
}

export type Order = MarketBuy | MarketSale | RestingOrder

export interface Fill {
  order: Pick<Order, 'id' | 'side' | 'kind' | 'reason'> & { name?: string }
  /** openTime of the minute, ms UTC */
  time: number
  price: Units
  quantity: Units
  /** In the quote currency */
  fee: Money
  /** Sales: what they brought beyond the cost of what was sold, fees of both taken off; 0 for buys */
  profit: Money
}
