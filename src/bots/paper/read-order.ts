import type { Units } from '../../market/units.ts'
import {
  feeOf,
  type Money,
  maxQuantity,
  priceLevel,
  type Rate,
  takerPrice,
  wholeMoney,
  wholeRate,
  worthOf,
} from '../engine/money.ts'
import type { Bracket, Intent, Side } from '../engine/order.ts'
import { bracketNames } from '../engine/portfolio.ts'
import {
  type OrderFault,
  type OrderFaults,
  type OrderFields,
  type PriceReading,
  readPrice,
  readQuantity,
  readSpend,
  readTrail,
} from './order-form.ts'
import { manualPlan, type PaperAccount } from './paper-account.ts'

/** Expected result of an order that fills at its own price or, without one, at the last price. */
interface Estimate {
  side: Side
  quantity: Units
  price: Units
  fee: Money
  /** Amount that the user pays or receives, after the fee */
  total: Money
  /** Results of a purchase with a bracket at its exits, after the fees of both trades */
  exits?: { stop?: Money | undefined; profit?: Money | undefined }
}

export type ReadOrder =
  | { status: 'ready'; estimate: Estimate; intents(name: string): Intent[] }
  | { status: 'faulty'; faults: OrderFaults }

export interface OrderReading extends PriceReading {
  account: PaperAccount
}

const { costs } = manualPlan

export function readOrder(fields: OrderFields, reading: OrderReading): ReadOrder {
  const prices = readPrices(fields, reading)
  const { entry, bracket, trail } = prices
  const taken = entry ?? { price: takerPrice(fields.side, reading.price, costs, reading.scale.priceStep) }
  const sum = readSum(
    fields,
    fields.kind === 'stop' || fields.kind === 'trailing' ? takenAt(fields.side, taken.price, reading) : taken.price,
    reading,
  )
  const faults = { ...prices.faults, ...(typeof sum === 'string' && { amount: sum }) }
  if (typeof sum === 'string' || Object.keys(faults).length > 0) return { status: 'faulty', faults }
  const { spend, ...estimate } = sum
  const exits = fields.side === 'buy' && bracket ? exitsOf(bracket, estimate, reading) : undefined
  return {
    status: 'ready',
    estimate: { ...estimate, ...(exits && { exits }) },
    intents: (name) =>
      intentsOf({ ...fields, quantity: estimate.quantity, spend, price: entry?.price, bracket, trail }, name),
  }
}

interface Prices {
  entry?: { price: Units } | undefined
  bracket?: Bracket | undefined
  trail?: Rate | undefined
  faults: OrderFaults
}

function readPrices(fields: OrderFields, reading: OrderReading): Prices {
  const { side, kind } = fields
  const faults: OrderFaults = {}
  const read = (field: 'price' | 'stop' | 'profit'): Units | undefined => {
    const price = readPrice(fields[field], reading)
    if (typeof price !== 'string') return price
    faults[field] = price
    return undefined
  }
  const isGiven = (field: 'price' | 'stop' | 'profit') => fields[field].trim() !== ''
  if (kind === 'market') return { faults }
  if (kind === 'trailing') {
    const trail = readTrail(fields.trail, reading.locale)
    if (typeof trail === 'string') return { faults: { trail } }
    return { entry: { price: priceLevel(reading.price, wholeRate - trail, 'down', reading.scale) }, trail, faults }
  }
  if (kind !== 'bracket') {
    const price = read('price')
    if (price !== undefined && kind === 'stop') {
      const fault = stopFault(side, price, reading.price)
      if (fault) faults.price = fault
    }
    return { entry: price === undefined ? undefined : { price }, faults }
  }
  const price = side === 'buy' && isGiven('price') ? read('price') : undefined
  const bracket: Bracket = {}
  if (!isGiven('stop') && !isGiven('profit')) faults.stop = 'noLegs'
  if (isGiven('stop')) bracket.stop = read('stop')
  if (isGiven('profit')) bracket.profit = read('profit')
  Object.assign(faults, legFaults(bracket, price ?? reading.price))
  return { entry: price === undefined ? undefined : { price }, bracket, faults }
}

/** Returns a fault if a stop is already beyond the last price, where it would act as a market order. */
export function stopFault(side: Side, price: Units, last: Units): OrderFault | undefined {
  if (side === 'buy') return price > last ? undefined : 'stopBelow'
  return price < last ? undefined : 'stopAbove'
}

/** Returns faults of a bracket: its stop loss must be below the entry price, its take profit above it. */
export function legFaults({ stop, profit }: Bracket, entry: Units): Pick<OrderFaults, 'stop' | 'profit'> {
  return {
    ...(stop !== undefined && stop >= entry && { stop: 'legBelow' as const }),
    ...(profit !== undefined && profit <= entry && { profit: 'legAbove' as const }),
  }
}

function takenAt(side: Side, price: Units, { scale }: OrderReading): Units {
  return takerPrice(side, price, costs, scale.priceStep)
}

function readSum(
  fields: OrderFields,
  price: Units,
  { account, locale, scale }: OrderReading,
): (Estimate & { spend: Money }) | OrderFault {
  const { side } = fields
  const rate = costs.takerFee
  if (side === 'buy') {
    const spend = readSpend(fields, account.free.cash, locale)
    if (typeof spend === 'string') return spend
    const quantity = maxQuantity(spend, price, rate, scale)
    if (quantity === 0 || worthOf(quantity, price, scale, 'down') < scale.minNotional) return 'minNotional'
    const fee = feeOf(quantity, price, rate, scale)
    return { side, quantity, price, fee, total: wholeMoney(worthOf(quantity, price, scale, 'up') + fee), spend }
  }
  const quantity = readQuantity(fields, account.free.quantity, { locale, scale })
  if (typeof quantity === 'string') return quantity
  const worth = worthOf(quantity, price, scale, 'down')
  // A sale of everything held is exempt from the minimum worth of an order.
  const isRest = quantity === account.desk.account.quantity
  if (quantity === 0 || (!isRest && worth < scale.minNotional)) return 'minNotional'
  const fee = feeOf(quantity, price, rate, scale)
  return { side, quantity, price, fee, total: wholeMoney(worth - fee), spend: wholeMoney(0) }
}

/** Returns what a purchase would earn or lose at its exits: a stop fills as a market order, a target at its price. */
function exitsOf({ stop, profit }: Bracket, { quantity, total }: Estimate, reading: OrderReading) {
  const resultAt = (price: Units, rate: typeof costs.takerFee) => {
    const { scale } = reading
    return wholeMoney(worthOf(quantity, price, scale, 'down') - feeOf(quantity, price, rate, scale) - total)
  }
  return {
    stop: stop && resultAt(takenAt('sell', stop, reading), costs.takerFee),
    profit: profit && resultAt(profit, costs.makerFee),
  }
}

interface Checked extends Pick<OrderFields, 'side' | 'kind'> {
  quantity: Units
  spend: Money
  price: Units | undefined
  bracket: Bracket | undefined
  trail: Rate | undefined
}

function intentsOf({ side, kind, quantity, spend, price, bracket, trail }: Checked, name: string): Intent[] {
  const base = { name, reason: manualReason }
  if (side === 'sell' && kind === 'bracket') return protection(bracket ?? {}, quantity, name)
  if (price === undefined) {
    return side === 'buy' ? [{ act: 'buy', spend, bracket, ...base }] : [{ act: 'sell', quantity, ...base }]
  }
  if (trail !== undefined) return [{ act: 'stop', side, price, quantity, trail, name, reason: 'trailing-stop' }]
  return [{ act: kind === 'stop' ? 'stop' : 'limit', side, price, quantity, bracket, ...base }]
}

/** Returns a stop loss and a take profit for the holding; when one of them fills, it cancels the other. */
function protection({ stop, profit }: Bracket, quantity: Units, group: string): Intent[] {
  const names = bracketNames(group)
  const base = { side: 'sell', quantity, group } as const
  const intents: Intent[] = []
  if (stop !== undefined) intents.push({ act: 'stop', price: stop, name: names.stop, reason: 'stop-loss', ...base })
  if (profit !== undefined)
    intents.push({ act: 'limit', price: profit, name: names.profit, reason: 'take-profit', ...base })
  return intents
}

export const manualReason = 'by-hand'
