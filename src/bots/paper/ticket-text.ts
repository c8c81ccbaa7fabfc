import type { TicketWords } from '../../charts/replay/practice-words.ts'
import { fill } from '../../charts/words.ts'
import { decimalSeparators, type Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import { toDecimal, type Units, wholeUnits } from '../../market/units.ts'
import { formatMoney } from '../bot-numbers.ts'
import type { TradeScale } from '../engine/money.ts'
import type { Order, RestingOrder } from '../engine/order.ts'
import type { FreeBalance } from './free-balance.ts'
import type { OrderFaults, OrderFields } from './read-order.ts'

/** Values in the texts of a ticket: the asset, its steps, and what is free for an order */
export interface TicketSubject {
  instrument: { base: string; quote: string }
  scale: TradeScale
  account: { free: FreeBalance }
  /** Last price of the asset, in the units of the scale; undefined if there is none */
  price: Units | undefined
}

export function formatUnits(locale: Locale, units: Units, digits: number): string {
  return formatPrice(locale, toDecimal(units, digits), digits)
}

/** Formats a number for a form field: without grouping, with the decimal separator of the locale. */
export function fieldNumber(locale: Locale, units: number, digits: number): string {
  const text = toDecimal(wholeUnits(units), digits).toFixed(digits)
  const plain = digits > 0 ? text.replace(/\.?0+$/, '') : text
  return plain.replace('.', decimalSeparators[locale])
}

export function faultParams(locale: Locale, { instrument, scale, account, price }: TicketSubject) {
  const { priceDigits, volumeDigits, priceStep, quantityStep, minNotional } = scale
  return {
    base: instrument.base,
    quote: instrument.quote,
    priceStep: formatUnits(locale, wholeUnits(priceStep), priceDigits),
    quantityStep: formatUnits(locale, wholeUnits(quantityStep), volumeDigits),
    minNotional: formatMoney(locale, minNotional),
    freeCash: formatMoney(locale, account.free.cash),
    freeQuantity: formatUnits(locale, account.free.quantity, volumeDigits),
    last: price === undefined ? '—' : formatUnits(locale, price, priceDigits),
  }
}

/** Texts of a ticket in one language, for pages and for the practice desk in the browser */
export interface TicketLanguage {
  locale: Locale
  words: TicketWords
}

export function faultTexts(subject: TicketSubject, faults: OrderFaults, { locale, words }: TicketLanguage) {
  const params = faultParams(locale, subject)
  const texts = Object.entries(faults).map(([name, fault]) => [name, fill(words.faults[fault], params)])
  return Object.fromEntries(texts) as Record<string, string>
}

/** Names the exits of a position with their prices: `Stop 95.00, Target 110.00`. */
export function exitsText(exits: readonly RestingOrder[], { scale }: TicketSubject, language: TicketLanguage): string {
  const { locale, words } = language
  const texts = exits.map((order) => {
    const look = lookOf(order)
    const kind = look === 'profit' ? words.lines.profit : words.kinds[look]
    return `${kind} ${formatUnits(locale, order.price, scale.priceDigits)}`
  })
  return fill(words.exitsNow, { exits: texts.join(', ') })
}

/** Default prices of a new bracket, in percent below and above the price of the order */
const [stopBelow, profitAbove] = [2, 4]

/** Returns the prices of a new ticket, near the last price. */
export function firstPrices(
  { kind }: Pick<OrderFields, 'kind'>,
  { price, scale }: Pick<TicketSubject, 'price' | 'scale'>,
  locale: Locale,
): Pick<OrderFields, 'price' | 'stop' | 'profit' | 'trail'> {
  const near = (percent: number) => {
    if (price === undefined) return ''
    const steps = Math.max(1, Math.round((price * percent) / 100 / scale.priceStep))
    return fieldNumber(locale, steps * scale.priceStep, scale.priceDigits)
  }
  const isBracket = kind === 'bracket'
  return {
    price: isBracket ? '' : near(100),
    stop: isBracket ? near(100 - stopBelow) : '',
    profit: isBracket ? near(100 + profitAbove) : '',
    trail: String(stopBelow),
  }
}

export type OrderLook = 'market' | 'limit' | 'stop' | 'trailing' | 'profit'

/** Returns the kind of an order as displayed: a limit order that takes profit is a target, a stop may be trailing. */
export function lookOf(order: Order): OrderLook {
  const { kind, reason } = order
  if (kind === 'stop' && order.trail !== undefined) return 'trailing'
  return kind === 'limit' && reason === 'take-profit' ? 'profit' : kind
}
