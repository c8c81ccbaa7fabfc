import { type Units, wholeUnits } from '../../market/units.ts'
import type { Intent, MarketBuy, Order, RestingOrder } from './order.ts'
import { bracketNames, type Portfolio, place } from './portfolio.ts'

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
