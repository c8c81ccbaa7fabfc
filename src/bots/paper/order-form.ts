import { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { nearestUnits, toDecimal, type Units, wholeUnits } from '../../market/units.ts'
import { textField } from '../../pages/parse-form.ts'
import { type Money, moneyDigits, type Rate, type TradeScale, wholeMoney, wholeRate } from '../engine/money.ts'

export const orderKinds = ['market', 'limit', 'stop', 'trailing', 'bracket'] as const
export type OrderKind = (typeof orderKinds)[number]

/** Shares that the buttons of the ticket offer, percent of the free cash or quantity */
export const orderShares = ['25', '50', '75', '100'] as const

const sides = ['buy', 'sell'] as const
const texts = { amount: textField, price: textField, stop: textField, profit: textField, trail: textField }

const plainFields = z.object({
  side: z.enum(sides),
  kind: z.enum(orderKinds),
  /** Share of the free cash or quantity; if set, the amount is ignored */
  share: z.enum(['', ...orderShares]).catch(''),
  ...texts,
})

/** Whether a kind of order exists on a side of the market: a trailing stop only sells. */
export const isKindOf = ({ side, kind }: { side: 'buy' | 'sell'; kind: OrderKind }) =>
  kind !== 'trailing' || side === 'sell'

export const orderFields = plainFields.refine(isKindOf)
export type OrderFields = z.infer<typeof orderFields>

/** Order fields in a query string; missing or invalid values get the defaults of a new ticket. */
export const ticketFields = plainFields
  .extend({ side: z.enum(sides).catch('buy'), kind: z.enum(orderKinds).catch('market') })
  .transform((fields) => (isKindOf(fields) ? fields : { ...fields, kind: 'market' as const }))

type OrderField = keyof typeof texts

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
export function readTrail(text: string, locale: Locale): Rate | OrderFault {
  if (text.trim() === '') return 'required'
  const percent = readNumber(locale, text)
  return percent === undefined || percent < minTrail || percent > maxTrail
    ? 'badTrail'
    : Math.round((percent * wholeRate) / 100)
}

export function readSpend(
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

export function readQuantity(
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
