import { type Units, wholeUnits } from '../../market/units.ts'
import { type Account, openAccount } from './account.ts'
import { type Costs, type Money, priceLevel, type TradeScale, wholeRate } from './money.ts'
import type { Intent, MarketBuy, Order, RestingOrder } from './order.ts'

/** Parameters of the fill model, constant for a whole run. */
export interface Terms {
  scale: TradeScale
  costs: Costs
  /** Max share of a minute's volume that the bot may trade, percent; undefined for no limit */
  volumeShare?: number | undefined
  /** Which extreme of a minute came first: the one nearer to the open, or the one that leaves the bot less money */
  order: 'nearest' | 'pessimistic'
}

/** A minute with known prices, in the units of its instrument */
export interface Minute {
  openTime: number
  open: Units
  high: Units
  low: Units
  close: Units
  volume: Units
}

/** An account with its open orders. Immutable: each change creates another portfolio. */
export interface Portfolio {
  account: Account
  orders: readonly Order[]
  nextId: number
}

export function openPortfolio(capital: Money): Portfolio {
  return { account: openAccount(capital), orders: [], nextId: 1 }
}

/** Places orders. An order replaces another one with the same name. No order fills before the next minute. */
export function place(desk: Portfolio, intents: readonly Intent[], placedAt: number): Portfolio {
  return intents.reduce((now, intent) => placeOne(now, intent, placedAt), desk)
}

export function isWaiting(desk: Portfolio, name: string): boolean {
  return desk.orders.some((order) => order.kind !== 'market' && order.name === name)
}

function placeOne(desk: Portfolio, intent: Intent, placedAt: number): Portfolio {
  if (intent.act === 'cancel') return { ...desk, orders: without(desk.orders, intent.name) }
  if (intent.act === 'move') return { ...desk, orders: moved(desk.orders, intent.name, intent.price) }
  const base = { id: desk.nextId, placedAt }
  const put = (order: Order, others = desk.orders): Portfolio => ({
    ...desk,
    orders: [...others, order],
    nextId: desk.nextId + 1,
  })
  if (intent.act === 'buy') {
    const { act: _, ...wanted } = intent
    return put({ ...base, ...wanted, kind: 'market', side: 'buy' })
  }
  if (intent.act === 'sell') {
    const { act: _, ...wanted } = intent
    return put({ ...base, ...wanted, kind: 'market', side: 'sell' })
  }
  if (intent.act === 'close') {
    const { act: _, ...wanted } = intent
    const setAside = desk.orders
    if (setAside.some(({ name }) => name === wanted.name)) return desk
    return put({ ...base, ...wanted, kind: 'market', side: 'sell', quantity: 'all', setAside }, [])
  }
  const isTouched = desk.orders.some(
    (order) => order.kind === 'market' && order.isTouched && order.name === intent.name,
  )
  if (isTouched) return desk
  const { act: kind, ...wanted } = intent
  return put({ ...base, ...wanted, kind }, without(desk.orders, wanted.name))
}

function without(orders: readonly Order[], name: string): readonly Order[] {
  if (name === 'all') return []
  return orders.flatMap((order) => (order.name === name ? setAsideBy(order) : [order]))
}

/** Returns the orders that wait again if this order is canceled. */
export function setAsideBy(order: Order): readonly Order[] {
  return ('setAside' in order && order.setAside) || []
}

export const bracketNames = (entry: string) => ({ stop: `${entry}.stop`, profit: `${entry}.profit` })

function moved(orders: readonly Order[], name: string, price: Units): readonly Order[] {
  return orders.map((order): Order => {
    if (order.kind !== 'market' && order.name === name) return { ...order, price }
    if (!('bracket' in order) || !order.bracket || order.name === undefined) return order
    const { stop, profit } = bracketNames(order.name)
    if (name === stop) return { ...order, bracket: { ...order.bracket, stop: price } }
    return name === profit ? { ...order, bracket: { ...order.bracket, profit: price } } : order
  })
}

/** Moves trailing stops after a minute. They rise with its highest price and never fall. */
export function followHigh(desk: Portfolio, { high }: Minute, { scale }: Terms): Portfolio {
  const isTrailing = (order: Order) => order.kind === 'stop' && order.trail !== undefined
  if (!desk.orders.some(isTrailing)) return desk
  const orders = desk.orders.map((order): Order => {
    if (order.kind !== 'stop' || order.trail === undefined) return order
    const price = priceLevel(high, wholeRate - order.trail, 'down', scale)
    return price > order.price ? { ...order, price } : order
  })
  return { ...desk, orders }
}

/** A filled purchase, or a filled part of one, whose bracket orders are to be placed */
export interface FilledEntry {
  order: MarketBuy | RestingOrder
  quantity: Units
}

/** Places the bracket orders of filled purchases while something is held. Later fills enlarge these orders. */
export function openBrackets(desk: Portfolio, entered: readonly FilledEntry[], placedAt: number): Portfolio {
  if (desk.account.quantity === 0) return desk
  return entered.reduce((now, entry) => place(growTouched(now, entry), salesOf(entry, now.orders), placedAt), desk)
}

/** If a stop was touched between two fills of its purchase, its rest sells the later fill too. */
function growTouched(desk: Portfolio, { order: { name }, quantity }: FilledEntry): Portfolio {
  const stop = name === undefined ? undefined : bracketNames(name).stop
  const orders = desk.orders.map((order): Order => {
    if (order.name !== stop || order.kind !== 'market' || !order.isTouched || order.quantity === undefined) return order
    return order.quantity === 'all' ? order : { ...order, quantity: wholeUnits(order.quantity + quantity) }
  })
  return { ...desk, orders }
}

function salesOf({ order, quantity }: FilledEntry, orders: readonly Order[]): Intent[] {
  const { name: group, bracket } = order
  if (group === undefined || !bracket) return []
  const names = bracketNames(group)
  const base = { side: 'sell', group } as const
  const withFormer = (name: string): Units => {
    const former = orders.find((each) => each.name === name)
    return wholeUnits(quantity + (former?.kind === 'stop' || former?.kind === 'limit' ? numberOf(former) : 0))
  }
  const { stop, profit } = bracket
  const sales: Intent[] = []
  if (stop !== undefined) {
    const name = names.stop
    sales.push({ act: 'stop', ...base, price: stop, quantity: withFormer(name), name, reason: 'stop-loss' })
  }
  if (profit !== undefined) {
    const name = names.profit
    sales.push({ act: 'limit', ...base, price: profit, quantity: withFormer(name), name, reason: 'take-profit' })
  }
  return sales
}

/** When an order fills, reduces the other orders of its group by the filled quantity; removes those left with none. */
export function reduceSiblings(orders: readonly Order[], filled: Order, quantity: Units | 'all'): readonly Order[] {
  if (filled.group === undefined) return orders
  return orders.flatMap((order): Order[] => {
    if (order === filled || order.group !== filled.group || order.name === filled.name) return [order]
    if (quantity === 'all') return []
    if (order.quantity === 'all' || order.quantity === undefined) return [order]
    return order.quantity > quantity ? [reducedBy(order, quantity)] : []
  })
}

export function reducedBy<Kind extends Order>(order: Kind, filled: Units): Kind {
  const { quantity } = order
  return quantity === undefined || quantity === 'all' ? order : { ...order, quantity: wholeUnits(quantity - filled) }
}

function numberOf({ quantity }: RestingOrder): number {
  return quantity === 'all' ? 0 : quantity
}
