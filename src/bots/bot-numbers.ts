import type { Locale } from '../i18n/locales.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { moneyDigits } from './engine/money.ts'

/** `12 345,67`. Takes 10^-8 of the quote currency. */
export function formatMoney(locale: Locale, money: number): string {
  return formatPrice(locale, unsignedZero(money), 2)
}

/** `+12.50`, `−3,00`; what rounds to zero has no sign. */
export function formatGain(locale: Locale, money: number): string {
  const amount = unsignedZero(money)
  return `${amount > 0 ? '+' : ''}${formatPrice(locale, amount, 2).replace('-', '−')}`
}

/** `+1,25 %`. Takes 0.01 for one per cent. */
export function formatShare(locale: Locale, share: number): string {
  return formatChange(locale, share * 100)
}

function unsignedZero(money: number): number {
  return Math.round((money / 10 ** moneyDigits) * 100) / 100 || 0
}

export function directionOf(value: number): 'up' | 'down' | undefined {
  if (value === 0) return undefined
  return value > 0 ? 'up' : 'down'
}
