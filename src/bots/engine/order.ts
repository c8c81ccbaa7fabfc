import type { Units } from '../../market/units.ts'
import type { Money } from './money.ts'

export type Side = 'buy' | 'sell'

/** What a strategy, the risk rules or a person want to be done. It takes effect with the next minute. */
export type Intent =
  | ({ act: 'buy'; spend: Money | 'all'; reason: string } & Pick<MarketBuy, 'name' | 'bracket'>)
  | ({ act: 'sell'; quantity: Units | 'all'; reason: string } & Pick<MarketSale, 'name'>)
  | ({ act: 'limit' | 'stop' } & Omit<RestingOrder, 'kind' | 'id' | 'placedAt'>)
  /** Another price for what waits under this name; nothing where it waits no more */
  | { act: 'move'; name: string; price: Units }
  /** Takes back the order of this name, or all that wait */
  | { act: 'cancel'; name: string | 'all' }

/** Prices of the two sales that wait for what a purchase has bought, from the minute after it. */
export interface Bracket {
  stop?: Units | undefined
  profit?: Units | undefined
}

interface OrderBase {
  /** Ascending in the order they were placed; unique in a run */
  id: number
  side: Side
  /** Why it was placed: a key of the words for reasons */
  reason: string
  /** ms UTC, of the event that it was decided on: it fills in later minutes only */
  placedAt: number
  /** By which it is moved and taken back, if it may be */
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
  /** What may be paid, the fee with it */
  spend: Money | 'all'
  /** Most that is bought; what the money pays for unless given */
  quantity?: Units | 'all'
  /** Has a name then, from which those of its sales follow */
  bracket?: Bracket | undefined
}

export interface MarketSale extends MarketOrder {
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
  /** Of purchases alone */
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
  /** Sales: what they brought beyond the cost of what was sold, fees of both taken off; 0 for buys */
  profit: Money
}
