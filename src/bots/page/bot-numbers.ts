import { type Locale, languageTags } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import { type Digits, toDecimal, wholeUnits } from '../../market/units.ts'
import { moneyDigits } from '../engine/money.ts'

/** `1 234,50`; money is in 10^-8 */
export function moneyText(locale: Locale, money: number): string {
  return formatPrice(locale, money / 10 ** moneyDigits, 2)
}

const signed: Record<Locale, Intl.NumberFormat> = { ru: signedFormat('ru'), en: signedFormat('en') }

export function signedMoneyText(locale: Locale, money: number): string {
  return signed[locale].format(money / 10 ** moneyDigits)
}

function signedFormat(locale: Locale): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(languageTags[locale], { signDisplay: 'exceptZero', ...digits })
}

/** @param price  in units, perhaps not whole ones */
export function priceText(locale: Locale, price: number, { priceDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(price), priceDigits), priceDigits)
}

export function quantityText(locale: Locale, quantity: number, { volumeDigits }: Digits): string {
  return formatPrice(locale, toDecimal(wholeUnits(quantity), volumeDigits), volumeDigits)
}

/** For the colour of what is gained or lost */
export function directionOf(value: number): 'up' | 'down' | undefined {
  return value > 0 ? 'up' : value < 0 ? 'down' : undefined
}
