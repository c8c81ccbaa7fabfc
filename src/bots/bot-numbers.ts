import { type Locale, languageTags } from '../i18n/locales.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { moneyDigits } from './engine/money.ts'

/** `12 345,67`. Takes 10^-8 of the quote currency. */
export function formatMoney(locale: Locale, money: number): string {
  return withMinus(formatPrice(locale, unsignedZero(money), 2))
}

/** `+12.50`, `−3,00`; what rounds to zero has no sign. */
export function formatGain(locale: Locale, money: number): string {
  const amount = unsignedZero(money)
  return `${amount > 0 ? '+' : ''}${withMinus(formatPrice(locale, amount, 2))}`
}

/** `+1,25 %`, `−0.40%`. Takes 0.01 for one per cent. */
export function formatShare(locale: Locale, share: number): string {
  return withMinus(formatChange(locale, share * 100))
}

const parts = new Map<string, Intl.NumberFormat>()

/** `54,3 %` without a sign. Takes 0.01 for one per cent. */
export function formatPart(locale: Locale, share: number): string {
  const format =
    parts.get(locale) ?? new Intl.NumberFormat(languageTags[locale], { style: 'percent', maximumFractionDigits: 1 })
  parts.set(locale, format)
  return format.format(share)
}

/** `−0,50`: no fewer digits after the point than that, and no more. */
export function formatNumberTo(locale: Locale, value: number, digits: number): string {
  const rounded = Number(value.toFixed(digits)) || 0
  return withMinus(formatPrice(locale, rounded, digits))
}

/** In English too it is as wide as a plus. */
function withMinus(text: string): string {
  return text.replace('-', '−')
}

function unsignedZero(money: number): number {
  return Math.round((money / 10 ** moneyDigits) * 100) / 100 || 0
}

export function directionOf(value: number): 'up' | 'down' | undefined {
  if (value === 0) return undefined
  return value > 0 ? 'up' : 'down'
}
