import type { Units } from '../../market/units.ts'
import type { Bracket, Intent, RestingOrder, Side } from '../engine/order.ts'
import { bracketNames, type Portfolio } from '../engine/portfolio.ts'
import type { FreeBalance } from './free-balance.ts'

type Desk = Pick<Portfolio, 'orders'>

/** Fields of a ticket, as `OrderFields` has them */
interface ExitFields {
  side: Side
  kind: string
  replaces: string
}

/** Returns the waiting exits of a position that a ticket can replace; only tickets for exits replace others. */
export function exitsBeside({ side, kind }: Omit<ExitFields, 'replaces'>, { orders }: Desk): RestingOrder[] {
  if (side !== 'sell' || (kind !== 'bracket' && kind !== 'trailing')) return []
  return orders.filter((order): order is RestingOrder => order.side === 'sell' && order.kind !== 'market')
}

/** Value of the field that replaces exits: their names, so that no order is canceled that the user has not seen */
export const replacing = (exits: readonly RestingOrder[]) => exits.map(({ name }) => name).join(' ')

/** Returns the first value of that field: exits are replaced if they leave nothing for other ones. */
export function firstReplaced(exits: readonly RestingOrder[], free: FreeBalance): string {
  return free.quantity === 0 ? replacing(exits) : ''
}

/** Returns the exits that an order replaces. */
export function replacedBy(fields: ExitFields, desk: Desk): RestingOrder[] {
  const names = new Set(fields.replaces.split(' '))
  return exitsBeside(fields, desk).filter(({ name }) => names.has(name))
}

/** Returns a stop loss and a take profit for the holding; when one of them fills, it cancels the other. */
export function protection({ stop, profit }: Bracket, quantity: Units, group: string): Intent[] {
  const names = bracketNames(group)
  const base = { side: 'sell', quantity, group } as const
  const intents: Intent[] = []
  if (stop !== undefined) intents.push({ act: 'stop', price: stop, name: names.stop, reason: 'stop-loss', ...base })
  if (profit !== undefined)
    intents.push({ act: 'limit', price: profit, name: names.profit, reason: 'take-profit', ...base })
  return intents
}

/** Returns faults of a bracket: its stop loss must be below the entry price, its take profit above it. */
export function legFaults(
  { stop, profit }: Bracket,
  entry: Units,
): Partial<Record<keyof Bracket, 'legBelow' | 'legAbove'>> {
  return {
    ...(stop !== undefined && stop >= entry && { stop: 'legBelow' as const }),
    ...(profit !== undefined && profit <= entry && { profit: 'legAbove' as const }),
  }
}
