import { minuteMs } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import { equityOf, fillableQuantity, settle } from './account.ts'
import { feeOf, type Rate, takerPrice, wholeMoney, worthOf } from './money.ts'
import type { Fill, Order, RestingOrder } from './order.ts'
import {
  type FilledEntry,
  type Minute,
  openBrackets,
  type Portfolio,
  reducedBy,
  reduceSiblings,
  type Terms,
} from './portfolio.ts'

export interface MinuteResult {
  desk: Portfolio
  fills: readonly Fill[]
  /** Orders that were removed because they could not fill, such as purchases below the minimum worth */
  refused: readonly Order[]
  /** Highest price in this minute since the purchase that opened the position; undefined if no purchase did */
  highest?: Units | undefined
}

export interface BuyLimits {
  /** Whether market purchases are refused; resting purchases keep waiting. */
  isSuspended: boolean
  /** Max share of the equity that resting purchases may use; undefined for all of the equity */
  allocation?: Rate | undefined
}

const none: readonly never[] = []
const noLimits: BuyLimits = { isSuspended: false }

/**
 * Matches orders with a minute: market orders fill at the open, resting orders along the path open → extreme → other
 * extreme → close. `Terms.order` decides which extreme comes first.
 */
export function matchMinute(desk: Portfolio, minute: Minute, terms: Terms, buying = noLimits): MinuteResult {
  if (!desk.orders.some((order) => isReached(order, minute, terms))) return { desk, fills: none, refused: none }
  const upFirst = minute.high - minute.open <= minute.open - minute.low
  const nearest = walk(desk, minute, upFirst, { ...terms, buying })
  if (terms.order === 'nearest') return nearest
  const farthest = walk(desk, minute, !upFirst, { ...terms, buying })
  const left = ({ desk: { account } }: MinuteResult) => equityOf(account, minute.close, terms.scale)
  return left(farthest) < left(nearest) ? farthest : nearest
}

/** Whether a minute reaches an order. Fast path: most minutes trigger no order. */
function isReached(order: Order, { high, low }: Minute, { scale }: Terms): boolean {
  if (order.kind === 'market') return true
  const level = levelOf(order, scale.priceStep)
  return isFallTo(order) ? low <= level : high >= level
}

/** Whether a falling price reaches the order, as it does limit purchases and stop sales. */
function isFallTo({ kind, side }: RestingOrder): boolean {
  return (kind === 'limit') === (side === 'buy')
}

/**
 * Returns the price that triggers an order. A stop fills at a touch. A limit fills only one step beyond its price,
 * because other orders may be ahead of it at exactly that price.
 */
function levelOf({ kind, side, price }: RestingOrder, priceStep: number): number {
  if (kind === 'stop') return price
  return side === 'buy' ? price - priceStep : price + priceStep
}

interface WalkTerms extends Terms {
  buying: BuyLimits
}

function walk(desk: Portfolio, minute: Minute, upFirst: boolean, terms: WalkTerms): MinuteResult {
  const { scale, costs } = terms
  const counter = createCounter(desk, minute, terms)
  for (const order of desk.orders) {
    if (order.kind === 'market')
      counter.fill(order, takerPrice(order.side, minute.open, costs, scale.priceStep), costs.takerFee)
  }
  const resting = counter.waiting()
  // At the open, the price is already beyond these orders, so they fill at the open price.
  for (const order of resting.filter((each) => isBeyond(each, minute.open, scale.priceStep))) {
    const price = order.kind === 'stop' ? takerPrice(order.side, minute.open, costs, scale.priceStep) : minute.open
    counter.fill(order, price, costs.takerFee)
  }
  const extremes = upFirst ? [minute.high, minute.low] : [minute.low, minute.high]
  let from = minute.open
  for (const to of [...extremes, minute.close]) {
    for (const order of alongLeg(counter.waiting(), from, to, scale.priceStep)) {
      if (order.kind === 'limit') counter.fill(order, order.price, costs.makerFee)
      else counter.fill(order, takerPrice(order.side, order.price, costs, scale.priceStep), costs.takerFee)
    }
    counter.pass(to)
    from = to
  }
  return counter.end()
}

function isBeyond(order: RestingOrder, price: Units, priceStep: number): boolean {
  const level = levelOf(order, priceStep)
  return isFallTo(order) ? price <= level : price >= level
}

/** Orders reached on one leg of the price path, in the order of their levels; at one level the older order first. */
function alongLeg(orders: readonly RestingOrder[], from: Units, to: Units, priceStep: number): RestingOrder[] {
  const direction = Math.sign(to - from)
  return orders
    .filter((order) => isFallTo(order) === direction < 0 && direction !== 0 && isBeyond(order, to, priceStep))
    .sort((a, b) => direction * (levelOf(a, priceStep) - levelOf(b, priceStep)) || a.id - b.id)
}

/** Creates a record of one minute's fills, whose total is capped by the tradable volume. */
function createCounter(desk: Portfolio, { openTime, volume }: Minute, { scale, volumeShare, buying }: WalkTerms) {
  let { account, orders } = desk
  const fills: Fill[] = []
  const refused: Order[] = []
  const entered: FilledEntry[] = []
  let highest: Units | undefined
  let room = volumeShare === undefined ? Number.MAX_SAFE_INTEGER : Math.floor((volume * volumeShare) / 100)
  const remove = (gone: Order) => {
    orders = orders.filter((order) => order !== gone)
  }
  const replace = (old: Order, order: Order) => {
    orders = orders.map((each) => (each === old ? order : each))
  }

  /** Removes waiting sales once nothing is held: stops of a closed position must not sell one opened in the same minute. */
  const removeVainSales = () => {
    if (account.quantity === 0) orders = orders.filter(({ side }) => side === 'buy')
  }
  const isSuspended = ({ side }: Order) => buying.isSuspended && side === 'buy'

  const fill = (order: Order, price: Units, rate: number): void => {
    // An earlier fill of this minute may have removed the order.
    if (!orders.includes(order)) return
    const whole = isSuspended(order)
      ? wholeUnits(0)
      : fillableQuantity(order, account, { price, rate, scale, ...buying })
    const isTooSmall = order.side === 'buy' && worthOf(whole, price, scale, 'down') < scale.minNotional
    if (whole === 0 || isTooSmall) {
      refused.push(order)
      remove(order)
      return
    }
    const quantity = wholeUnits(Math.min(whole, room - (room % scale.quantityStep)))
    if (quantity === 0) {
      if (order.kind === 'stop') replace(order, touched(order))
      return
    }
    const isOpening = account.quantity === 0
    room -= quantity
    const fee = feeOf(quantity, price, rate, scale)
    const { side, id, kind, reason } = order
    const settled = settle(account, { side, price, quantity, fee }, scale)
    account = settled.account
    if (isOpening) highest = price
    const name = order.name === undefined ? {} : { name: order.name }
    const filled = { id, side, kind, reason, ...name }
    fills.push({ order: filled, time: openTime, price, quantity, fee, profit: settled.profit })
    if (quantity === whole) remove(order)
    else replace(order, restOf(order, quantity, worthOf(quantity, price, scale, 'up') + fee))
    orders = reduceSiblings(orders, order, quantity === whole ? 'all' : quantity)
    removeVainSales()
    if ('bracket' in order && order.bracket) entered.push({ order, quantity })
  }

  return {
    fill,
    /** Records that the price has moved to `to`, for the highest price of the position. */
    pass: (to: Units) => {
      if (highest !== undefined && to > highest) highest = to
    },
    waiting: () => orders.filter((order) => order.kind !== 'market').filter((order) => !isSuspended(order)),
    end: (): MinuteResult => {
      removeVainSales()
      const left = { ...desk, account, orders }
      const after = entered.length > 0 ? openBrackets(left, entered, openTime + minuteMs) : left
      return { desk: after, fills, refused, highest }
    },
  }
}

function restOf(order: Order, filled: Units, paid: number): Order {
  if (order.kind === 'market' && order.side === 'buy' && order.spend !== 'all') {
    return { ...order, spend: wholeMoney(order.spend - paid) }
  }
  const rest = reducedBy(order, filled)
  return rest.kind === 'stop' ? touched(rest) : rest
}

/** Turns a stop whose price was reached into a market order for the quantity that could not fill yet. */
function touched({ kind: _, price: __, trail: ___, bracket, ...order }: RestingOrder): Order {
  const base = { ...order, kind: 'market', isTouched: true } as const
  return order.side === 'sell' ? { ...base, side: 'sell' } : { ...base, side: 'buy', spend: 'all', bracket }
}
