import type { Locale } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { FormState } from '../../pages/form-state.ts'
import { type OrderFields, ticketFields } from './order-form.ts'
import { type AccountView, faultParams, faultTexts, fieldNumber } from './paper-view.ts'
import { type ReadOrder, readOrder } from './read-order.ts'

export interface Ticket {
  fields: OrderFields
  form: FormState
  /** Order as read from the fields; undefined before any input, and without a price */
  parsedOrder: ReadOrder | undefined
}

/** Default prices of a new bracket, in percent below and above the price of the order */
const [stopBelow, profitAbove] = [2, 4]

/** Returns the ticket with the fields of a query string; missing prices get defaults near the last price. */
export function ticketOf(view: AccountView, query: Record<string, string>, locale: Locale): Ticket {
  const fields = ticketFields.parse(query)
  const values: Record<string, string> = { ...fields }
  if (fields.kind === 'bracket') {
    if (query.stop === undefined) values.stop = priceNear(view, 100 - stopBelow, locale)
    if (query.profit === undefined) values.profit = priceNear(view, 100 + profitAbove, locale)
  } else if (query.price === undefined) values.price = priceNear(view, 100, locale)
  const isWritten = fields.amount !== '' || fields.share !== ''
  return { fields, form: { values, errors: {} }, parsedOrder: isWritten ? readTicket(view, fields, locale) : undefined }
}

export function readTicket(view: AccountView, fields: OrderFields, locale: Locale): ReadOrder | undefined {
  const { price, scale, account } = view
  return price === undefined ? undefined : readOrder(fields, { locale, scale, account, price })
}

export function refusedTicket(
  view: AccountView,
  fields: OrderFields,
  { locale, t, problem }: { locale: Locale; t: Translate; problem?: string | undefined },
): Ticket {
  const parsedOrder = readTicket(view, fields, locale)
  const faults = parsedOrder?.status === 'faulty' ? parsedOrder.faults : {}
  const errors = faultTexts(t, faults, faultParams(locale, view))
  return { fields, form: { values: { ...fields }, errors, problem }, parsedOrder: undefined }
}

function priceNear({ price, scale }: AccountView, percent: number, locale: Locale): string {
  if (price === undefined) return ''
  const steps = Math.max(1, Math.round((price * percent) / 100 / scale.priceStep))
  return fieldNumber(locale, steps * scale.priceStep, scale.priceDigits)
}
