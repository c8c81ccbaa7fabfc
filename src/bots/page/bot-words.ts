import type { Locale } from '../../i18n/locales.ts'
import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import { formatPrice } from '../../market/price-format.ts'
import { type Digits, toDecimal, wholeUnits } from '../../market/units.ts'

/** Returns the text of an order's reason, or the reason itself if it has no text */
export function reasonText(t: Translate, reason: string): string {
  const key = `bots.orderReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}

export function modeReasonText(t: Translate, reason: string): string {
  const key = `botPage.modeReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}

/** Formats a price. @param price  in price units, not necessarily an integer */
export function priceText(locale: Locale, price: number, { priceDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(price), priceDigits), priceDigits)
}

export function quantityText(locale: Locale, quantity: number, { volumeDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(quantity), volumeDigits), volumeDigits)
}
