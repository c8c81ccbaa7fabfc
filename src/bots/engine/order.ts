import type { Units } from '../../market/units.ts'
import type { Money } from './money.ts'

export type Side = 'buy' | 'sell'

/** An action that a strategy, the risk rules or a person wants. It takes effect with the next minute. */
export type Intent =
  | ({ act: 'buy'; spend: Money | 'all'; reason: string } & Pick<MarketBuy, 'name' | 'bracket'>)
  | ({ act: 'sell'; quantity: Units | 'all'; reason: string } & Pick<MarketSale, 'name'>)
  | ({ act: 'limit' | 'stop' } & Omit<RestingOrder, 'kind' | 'id' | 'placedAt'>)
  /** Changes the price of the waiting order of this name; no effect if there is none */
  | { act: 'move'; name: string; price: Units }
  /** Cancels the order of this name, or all waiting orders */
  | { act: 'cancel'; name: string | 'all' }

/** Prices of the two sales that protect a purchase, from the minute after it. */
export interface Bracket {
  stop?: Units | undefined
  profit?: Units | undefined
}

interface OrderBase {
  /** Ascending in the order of placement; unique in a run */
  id: number
  side: Side
  /** Why it was placed: a key into the texts of reasons */
  reason: string
  /** Time of the event that placed it, ms UTC. It fills only in later minutes. */
  placedAt: number
  /** Name by which the order can be moved or canceled, if it can */
  name?: string | undefined
  /** A fill reduces the other orders of the group by the same quantity. The last fill cancels them. */
  group?: string | undefined
}

/** Fills at the open of the next known minute. */
interface MarketOrder extends OrderBase {
  kind: 'market'
  /** True for the rest of a stop whose price was reached. It cannot be moved, and no order of its name replaces it. */
  isTouched?: true
}

export interface MarketBuy extends MarketOrder {
  side: 'buy'
  /** Max amount to pay, fee included */
  spend: Money | 'all'
  /** Max quantity; limited only by the money if undefined */
  quantity?: Units | 'all'
  /** Requires a name: the names of the bracket orders are derived from it */
  bracket?: Bracket | undefined
}

export interface MarketSale extends MarketOrder {
  side: 'sell'
  quantity: Units | 'all'
}

/** Waits for its price. The strategy chooses `name`: a new order of the same name replaces it. */
export interface RestingOrder extends OrderBase {
  kind: 'limit' | 'stop'
  name: string
  price: Units
  /** `all` is the quantity held at the time of the fill; only for sales */
  quantity: Units | 'all'
  /** Only for purchases */
  bracket?: Bracket | undefined
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
  /** Profit of a sale: proceeds minus the cost of the sold quantity, after the fees of both; 0 for a purchase */
  profit: Money
}
