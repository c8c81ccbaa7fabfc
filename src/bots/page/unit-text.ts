import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import { type Digits, toDecimal, wholeUnits } from '../../market/units.ts'

/** Formats a price. @param price  in price units, not necessarily an integer */
export function priceText(locale: Locale, price: number, { priceDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(price), priceDigits), priceDigits)
}

export function quantityText(locale: Locale, quantity: number, { volumeDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(quantity), volumeDigits), volumeDigits)
}
