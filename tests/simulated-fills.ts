import type { Minute } from '../src/bots/engine/portfolio.ts'
import type { RiskRules } from '../src/bots/engine/risk.ts'
import {
  feeOn,
  floor,
  larger,
  least,
  type Market,
  maxAffordable,
  takenAt,
  whole,
  worthDown,
  worthUp,
} from './simulated-money.ts'
import type { Order, Trade } from './simulated-strategies.ts'

/** Cash, position and open orders; copied when a minute is simulated in both orders of its extremes. */
export interface Book {
  cash: bigint
  held: bigint
  cost: bigint
  /** Open orders in ascending order of their IDs */
  orders: Order[]
  /** Highest price since the position was opened, if it was opened in this minute */
  highest: bigint | undefined
  room: bigint
  /** Trades made within the current minute */
  trades: Trade[]
}

/** Exact constants of a backtest plan */
export interface World {
  market: Market
  taker: bigint
  maker: bigint
  worse: { spread: bigint; slippage: bigint }
  volumeShare: bigint | undefined
  rules: RiskRules
  isPessimistic: boolean
}

/** Returns the book after a minute; the flag chooses whether the high or the low comes first. */
export function walked(book: Book, minute: Minute, world: World, isHeld: boolean): Book {
  const isHighNearer = minute.high - minute.open <= minute.open - minute.low
  const nearest = walk(book, minute, { world, isHeld, isHighFirst: isHighNearer })
  if (!world.isPessimistic) return nearest
  const farthest = walk(book, minute, { world, isHeld, isHighFirst: !isHighNearer })
  const left = ({ cash, held }: Book) => cash + worthDown(held, BigInt(minute.close), world.market)
  return left(farthest) < left(nearest) ? farthest : nearest
}

interface Way {
  world: World
  /** Whether purchases are blocked in this minute */
  isHeld: boolean
  isHighFirst: boolean
}

function walk(before: Book, minute: Minute, { world, isHeld, isHighFirst }: Way): Book {
  const { market, taker, maker, worse, volumeShare } = world
  const [open, high, low, close] = [minute.open, minute.high, minute.low, minute.close].map(BigInt) as Four
  const orders = before.orders.map((order) => ({ ...order }))
  const room = volumeShare === undefined ? 10n ** 30n : floor(BigInt(minute.volume) * volumeShare, 100n)
  const book: Book = { ...before, orders, room, highest: undefined, trades: [] }
  const fill = (order: Order, price: bigint, rate: bigint) =>
    trade(book, order, { time: minute.openTime, price, rate, world })
  const take = (order: Order, price: bigint) => fill(order, takenAt(order.side, price, worse, market.step), taker)
  const waiting = () => book.orders.filter(({ kind, side }) => kind !== 'market' && !(isHeld && side === 'buy'))

  for (const order of orders) {
    if (order.kind !== 'market') continue
    if (isHeld && order.side === 'buy') book.orders = book.orders.filter((each) => each !== order)
    else take(order, open)
  }
  for (const order of waiting()) {
    if (!isReached(order, open, market.step)) continue
    if (order.kind === 'stop') take(order, open)
    else fill(order, open, taker)
  }
  let from = open
  for (const to of isHighFirst ? [high, low, close] : [low, high, close]) {
    const sign = to > from ? 1 : -1
    const leg = waiting().filter(
      (order) => to !== from && fallsTo(order) === to < from && isReached(order, to, market.step),
    )
    leg.sort((a, b) => sign * Number(levelOf(a, market.step) - levelOf(b, market.step)) || a.id - b.id)
    for (const order of leg) {
      if (order.kind === 'stop') take(order, order.price)
      else fill(order, order.price, maker)
    }
    if (book.highest !== undefined) book.highest = larger(book.highest, to)
    from = to
  }
  if (book.held === 0n) book.orders = book.orders.filter(({ side }) => side === 'buy')
  return book
}

type Four = [bigint, bigint, bigint, bigint]

function fallsTo({ kind, side }: Order): boolean {
  return (kind === 'limit' && side === 'buy') || (kind === 'stop' && side === 'sell')
}

/**
 * Returns the price at which an order fills: a limit order when the price trades through it by a step, a stop when
 * touched.
 */
function levelOf({ kind, side, price }: Order, step: bigint): bigint {
  if (kind === 'stop') return price
  return side === 'buy' ? price - step : price + step
}

function isReached(order: Order, price: bigint, step: bigint): boolean {
  return fallsTo(order) ? price <= levelOf(order, step) : price >= levelOf(order, step)
}

interface At {
  time: number
  price: bigint
  rate: bigint
  world: World
}

function wantedOf(order: Order, { cash, held, cost }: Book, { price, rate, world: { market, rules } }: At): bigint {
  if (order.side === 'sell') return least(order.quantity, held)
  if (order.kind === 'market') return maxAffordable(least(order.spend, cash), price, rate, market)
  const { allocation } = rules
  const equity = cash + worthDown(held, price, market)
  const left = allocation === undefined ? cash : least(cash, floor(equity * BigInt(allocation), whole) - cost)
  return least(order.quantity, maxAffordable(left, price, rate, market))
}

function trade(book: Book, order: Order, at: At): void {
  const { time, price, rate, world } = at
  const { market } = world
  if (!book.orders.includes(order)) return
  const remove = () => {
    book.orders = book.orders.filter((each) => each !== order)
  }
  const wanted = wantedOf(order, book, at)
  if (wanted === 0n || (order.side === 'buy' && worthDown(wanted, price, market) < market.least)) {
    remove()
    return
  }
  const quantity = least(wanted, book.room - (book.room % market.lot))
  const { side, kind, name } = order
  if (kind === 'stop' && quantity < wanted) Object.assign(order, { kind: 'market', isTouched: true })
  if (quantity === 0n) return
  const fee = feeOn(quantity, price, rate, market)
  const paid = worthUp(quantity, price, market) + fee
  if (side === 'buy') {
    if (book.held === 0n) book.highest = price
    Object.assign(book, { cash: book.cash - paid, held: book.held + quantity, cost: book.cost + paid })
    book.trades.push({ time, side, price, quantity, fee, profit: 0n, kind, name })
  } else {
    const got = worthDown(quantity, price, market) - fee
    const cost = floor(book.cost * quantity, book.held)
    Object.assign(book, { cash: book.cash + got, held: book.held - quantity, cost: book.cost - cost })
    book.trades.push({ time, side, price, quantity, fee, profit: got - cost, kind, name })
  }
  book.room -= quantity
  if (quantity === wanted) remove()
  else if (order.spend !== 'all') order.spend -= paid
  else if (order.quantity !== 'all') order.quantity -= quantity
  if (book.held === 0n) book.orders = book.orders.filter((each) => each.side === 'buy')
}
