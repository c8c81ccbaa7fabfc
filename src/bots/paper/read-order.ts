import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { nearestUnits, toDecimal, type Units, wholeUnits } from '../../market/units.ts'
import { openAccount } from '../engine/account.ts'
import {
  type Costs,
  feeOf,
  type Money,
  maxQuantity,
  moneyDigits,
  priceLevel,
  type Rate,
  type TradeScale,
  takerPrice,
  wholeMoney,
  wholeRate,
  worthOf,
} from '../engine/money.ts'
import type { Bracket, Intent, Side } from '../engine/order.ts'
import type { Portfolio } from '../engine/portfolio.ts'
import { legFaults, protection, replacedBy } from './exit-orders.ts'
import { type ExitResults, exitResults } from './exit-results.ts'
import { type FreeBalance, freeOf } from './free-balance.ts'

export const orderSides = ['buy', 'sell'] as const
export const orderKinds = ['market', 'limit', 'stop', 'trailing', 'bracket'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Shares that the buttons of the ticket offer, percent of the free cash or quantity */
export const orderShares = ['25', '50', '75', '100'] as const

type OrderField = 'amount' | 'price' | 'stop' | 'profit' | 'trail'

/** An order as typed: numbers are texts in the language of the user. */
export interface OrderFields extends Record<OrderField, string> {
  side: Side
  kind: OrderKind
  /** Share of the free cash or quantity; if set, the amount is ignored */
  share: '' | (typeof orderShares)[number]
  /** Names of waiting exits that an order for exits replaces, with spaces between them; the others stay */
  replaces: string
}

/** Whether a kind of order exists on a side of the market: a trailing stop only sells. */
export const isKindOf = ({ side, kind }: { side: 'buy' | 'sell'; kind: OrderKind }) =>
  kind !== 'trailing' || side === 'sell'

export type OrderFault =
  | 'required'
  | 'badNumber'
  | 'priceStep'
  | 'farPrice'
  | 'quantityStep'
  | 'minNotional'
  | 'cash'
  | 'held'
  | 'nothingToSell'
  | 'stopBelow'
  | 'stopAbove'
  | 'legBelow'
  | 'legAbove'
  | 'noLegs'
  | 'badTrail'

export type OrderFaults = Partial<Record<OrderField, OrderFault>>

export interface PriceReading {
  locale: Locale
  scale: TradeScale
  /** Last price of the asset, in price units */
  price: Units
}

/** Expected result of an order that fills at its own price or, without one, at the last price. */
interface Estimate {
  side: Side
  quantity: Units
  price: Units
  fee: Money
  /** Amount that the user pays or receives, after the fee */
  total: Money
  /** Results at the exits of a bracket, after the fees of both trades */
  exits?: ExitResults
}

export type ReadOrder =
  | { status: 'ready'; estimate: Estimate; intents(name: string): Intent[] }
  | { status: 'faulty'; faults: OrderFaults }

export interface OrderReading extends PriceReading {
  /** Account with the orders that already wait */
  account: { desk: Portfolio; free: FreeBalance; costs: Costs }
}

/**
 * Reads an order as the ticket has it, with the faults of its fields. The exits that it replaces are canceled by the same
 * command that places it.
 */
export function readOrder(fields: OrderFields, { account, ...options }: OrderReading): ReadOrder {
  const replaced = replacedBy(fields, account.desk)
  const orders = account.desk.orders.filter((order) => !replaced.some(({ id }) => id === order.id))
  const desk = { ...account.desk, orders }
  const free = replaced.length > 0 ? freeOf(desk, options.scale, account.costs) : account.free
  const read = readBeside(fields, { ...options, account: { ...account, desk, free } })
  if (read.status === 'faulty') return read
  const cancels = replaced.map(({ name }): Intent => ({ act: 'cancel', name }))
  return { ...read, intents: (name) => [...cancels, ...read.intents(name)] }
}

function readBeside(fields: OrderFields, reading: OrderReading): ReadOrder {
  const prices = readPrices(fields, reading)
  const { entry, bracket, trail } = prices
  const taken = entry ?? { price: takenAt(fields.side, reading.price, reading) }
  const sum = readSum(
    fields,
    fields.kind === 'stop' || fields.kind === 'trailing' ? takenAt(fields.side, taken.price, reading) : taken.price,
    reading,
  )
  const faults = { ...prices.faults, ...(typeof sum === 'string' && { amount: sum }) }
  if (typeof sum === 'string' || Object.keys(faults).length > 0) return { status: 'faulty', faults }
  const { spend, ...estimate } = sum
  const exits = bracket && exitsOf(bracket, estimate, reading)
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

function takenAt(side: Side, price: Units, { scale, account: { costs } }: OrderReading): Units {
  return takerPrice(side, price, costs, scale.priceStep)
}

function readSum(
  fields: OrderFields,
  price: Units,
  { account, locale, scale, price: last }: OrderReading,
): (Estimate & { spend: Money }) | OrderFault {
  const { side } = fields
  const { takerFee, makerFee } = account.costs
  // A limit order beyond the market waits and pays the maker fee; its quantity leaves room for the higher one.
  const isLimit = fields.kind === 'limit' || (fields.kind === 'bracket' && fields.price.trim() !== '')
  const isMaker = isLimit && (side === 'buy' ? price < last : price > last)
  const feeRate = isMaker ? makerFee : takerFee
  const rate = Math.max(takerFee, makerFee)
  if (side === 'buy') {
    const spend = readSpend(fields, account.free.cash, locale)
    if (typeof spend === 'string') return spend
    const quantity = maxQuantity(spend, price, rate, scale)
    if (quantity === 0 || worthOf(quantity, price, scale, 'down') < scale.minNotional) return 'minNotional'
    const fee = feeOf(quantity, price, feeRate, scale)
    return { side, quantity, price, fee, total: wholeMoney(worthOf(quantity, price, scale, 'up') + fee), spend }
  }
  const quantity = readQuantity(fields, account.free.quantity, { locale, scale })
  if (typeof quantity === 'string') return quantity
  const worth = worthOf(quantity, price, scale, 'down')
  // A sale of everything held is exempt from the minimum worth of an order.
  const isRest = quantity === account.desk.account.quantity
  if (quantity === 0 || (!isRest && worth < scale.minNotional)) return 'minNotional'
  const fee = feeOf(quantity, price, feeRate, scale)
  return { side, quantity, price, fee, total: wholeMoney(worth - fee), spend: wholeMoney(0) }
}

/** Returns the results of a bracket at its exits, for what the order buys or for what is held. */
function exitsOf(bracket: Bracket, { side, quantity, total }: Estimate, { account, scale }: OrderReading): ExitResults {
  const held = side === 'buy' ? { ...openAccount(total), quantity, cost: total } : account.desk.account
  return exitResults(bracket, held, quantity, { costs: account.costs, scale })
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

export const manualReason = 'by-hand'

/** Prices higher or lower than the last price by this factor are considered typing errors. */
const farTimes = 100

/** Reads a price as written in `locale`; the price must be on the asset's price step. */
export function readPrice(text: string, { locale, scale, price }: PriceReading): Units | OrderFault {
  if (text.trim() === '') return 'required'
  const number = readNumber(locale, text)
  if (number === undefined || number <= 0) return 'badNumber'
  if (number > toDecimal(price, scale.priceDigits) * farTimes) return 'farPrice'
  const units = nearestUnits(number, scale.priceDigits)
  if (toDecimal(units, scale.priceDigits) !== number || units % scale.priceStep !== 0) return 'priceStep'
  return units * farTimes < price ? 'farPrice' : units
}

/** Distances of a trailing stop that make sense, percent */
const [minTrail, maxTrail] = [0.1, 50]

/** Reads the distance of a trailing stop, given in percent of the highest price. */
function readTrail(text: string, locale: Locale): Rate | OrderFault {
  if (text.trim() === '') return 'required'
  const percent = readNumber(locale, text)
  return percent === undefined || percent < minTrail || percent > maxTrail
    ? 'badTrail'
    : Math.round((percent * wholeRate) / 100)
}

function readSpend(
  { amount, share }: Pick<OrderFields, 'amount' | 'share'>,
  free: Money,
  locale: Locale,
): Money | OrderFault {
  if (share !== '')
    return wholeMoney(Math.floor(free / 100) * Number(share) + Math.floor(((free % 100) * Number(share)) / 100))
  if (amount.trim() === '') return 'required'
  const number = readNumber(locale, amount)
  if (number === undefined || number <= 0) return 'badNumber'
  if (number > toDecimal(wholeUnits(free), moneyDigits)) return 'cash'
  return wholeMoney(Math.round(number * 10 ** moneyDigits))
}

function readQuantity(
  { amount, share }: Pick<OrderFields, 'amount' | 'share'>,
  free: Units,
  { locale, scale }: Pick<PriceReading, 'locale' | 'scale'>,
): Units | OrderFault {
  if (free === 0) return 'nothingToSell'
  if (share !== '') return wholeUnits(stepsOf((free * Number(share)) / 100, share === '100' ? 1 : scale.quantityStep))
  if (amount.trim() === '') return 'required'
  const number = readNumber(locale, amount)
  if (number === undefined || number <= 0) return 'badNumber'
  const units = nearestUnits(number, scale.volumeDigits)
  if (units > free) return 'held'
  const isOnStep = units % scale.quantityStep === 0 || units === free
  return toDecimal(units, scale.volumeDigits) === number && isOnStep ? units : 'quantityStep'
}

function stepsOf(quantity: number, step: number): number {
  return Math.floor(quantity / step) * step
}
