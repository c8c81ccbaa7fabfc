import type { Units } from '../../market/units.ts'
import type { Money, Rate } from './money.ts'

export type Side = 'buy' | 'sell'

/** An action that a strategy, the risk rules or a person wants. An intent takes effect with the next minute. */
export type Intent =
  | ({ act: 'buy'; spend: Money | 'all'; reason: string } & Pick<MarketBuy, 'name' | 'bracket'>)
  | ({ act: 'sell'; quantity: Units | 'all'; reason: string } & Pick<MarketSale, 'name'>)
  /** Sells everything held and sets all waiting orders aside; no effect while an order with this name waits */
  | { act: 'close'; name: string; reason: string }
  | ({ act: 'limit' | 'stop' } & Omit<RestingOrder, 'kind' | 'id' | 'placedAt'>)
  /** Changes the price of the waiting order with this name; no effect if there is none */
  | { act: 'move'; name: string; price: Units }
  /** Cancels the waiting order with this name, or all waiting orders. Orders that it has set aside wait again. */
  | { act: 'cancel'; name: string | 'all' }

/** Prices of the two sales that protect a purchase, starting with the minute after the purchase. */
export interface Bracket {
  stop?: Units | undefined
  profit?: Units | undefined
}

interface OrderBase {
  /** Number of the order, ascending in the order of placement; unique in a run */
  id: number
  side: Side
  /** Reason for the order: a key into the texts of reasons */
  reason: string
  /** Time of the event that placed the order, ms UTC. The order fills only in later minutes. */
  placedAt: number
  /** Name by which the order can be moved or canceled; undefined if it cannot */
  name?: string | undefined
  /** Group of orders: a fill reduces the others of the group by the same quantity, and the last fill cancels them. */
  group?: string | undefined
}

/** An order that fills at the open of the next known minute. */
interface MarketOrder extends OrderBase {
  kind: 'market'
  /** True for the rest of a stop whose price was reached: it cannot be moved or replaced. */
  isTouched?: true
}

export interface MarketBuy extends MarketOrder {
  side: 'buy'
  /** Max amount to pay for the purchase, fee included */
  spend: Money | 'all'
  /** Max quantity of the purchase; if undefined, only the money limits it */
  quantity?: Units | 'all'
  /** Bracket of the purchase; requires a name, from which the names of the bracket orders are derived */
  bracket?: Bracket | undefined
}

export interface MarketSale extends MarketOrder {
  side: 'sell'
  quantity: Units | 'all'
  /** Orders that this sale cancels once it has filled; they wait again if it is canceled before */
  setAside?: readonly Order[]
}

/** An order that waits for its price. The strategy chooses `name`: a new order of that name replaces the old one. */
export interface RestingOrder extends OrderBase {
  kind: 'limit' | 'stop'
  name: string
  price: Units
  /** Quantity of the order. `all`, only for sales, is the quantity held at the time of the fill */
  quantity: Units | 'all'
  /** Bracket orders to place after the fill; only for purchases */
  bracket?: Bracket | undefined
  /** Distance at which a stop follows the highest price of each minute, as a rate of that price; only for sales */
  trail?: Rate | undefined
}

export type Order = MarketBuy | MarketSale | RestingOrder

export interface Fill {
  order: Pick<Order, 'id' | 'side' | 'kind' | 'reason'> & { name?: string }
  /** openTime of the minute of the fill, ms UTC */
  time: number
  price: Units
  quantity: Units
  /** Fee in the quote currency */
  fee: Money
  /** Profit of a sale: proceeds minus the cost of the sold quantity, after the fees of both trades; 0 for a purchase */
  profit: Money
}
