import { withMinus } from '../i18n/format.ts'
import { type Locale, languageTags } from '../i18n/locales.ts'
import type { Translate } from '../i18n/translate.ts'
import { changeDirection, formatChange, formatPrice } from '../market/price-format.ts'
import { isTimeframe } from '../market/timeframe.ts'
import { moneyDigits } from './engine/money.ts'

/** Formats money in 10^-8 of the quote currency: `12 345,67`. */
export function formatMoney(locale: Locale, money: number): string {
  return formatPrice(locale, unsignedZero(money), 2)
}

/** Formats money with a sign: `+12.50`, `−3,00`; no sign if it rounds to zero. */
export function formatGain(locale: Locale, money: number): string {
  const amount = unsignedZero(money)
  return `${amount > 0 ? '+' : ''}${formatPrice(locale, amount, 2)}`
}

/** Formats a share as a signed percentage: `+1,25 %`, `−0.40%`. A share of 0.01 is one percent. */
export function formatShare(locale: Locale, share: number): string {
  return formatChange(locale, share * 100)
}

const parts = new Map<string, Intl.NumberFormat>()

/** Formats a share as an unsigned percentage: `54,3 %`. A share of 0.01 is one percent. */
export function formatPart(locale: Locale, share: number): string {
  const format =
    parts.get(locale) ?? new Intl.NumberFormat(languageTags[locale], { style: 'percent', maximumFractionDigits: 1 })
  parts.set(locale, format)
  return withMinus(format.format(share))
}

/** Formats a number with exactly `digits` decimals: `−0,50`. */
export function formatNumberTo(locale: Locale, value: number, digits: number): string {
  const rounded = Number(value.toFixed(digits)) || 0
  return formatPrice(locale, rounded, digits)
}

function unsignedZero(money: number): number {
  return Math.round((money / 10 ** moneyDigits) * 100) / 100 || 0
}

/** Direction in which money is shown: none if it rounds to zero, as its sign. */
export function directionOf(money: number): 'up' | 'down' | undefined {
  const amount = unsignedZero(money)
  if (amount === 0) return undefined
  return amount > 0 ? 'up' : 'down'
}

/** Direction in which a share is shown: none if its percentage rounds to zero. */
export function shareDirection(share: number): 'up' | 'down' | undefined {
  return changeDirection(share * 100)
}

export function timeframeText(t: Translate, tf: number): string {
  return isTimeframe(tf) ? t(`charts.tf${tf}`).replace(' ', '\u00a0') : String(tf)
}
