import { type Locale, languageTags } from '../i18n/locales.ts'
import type { Decimal } from './units.ts'

/** Constructing an Intl.NumberFormat costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

export function formatPrice(locale: Locale, price: Decimal, digits: number): string {
  return format(locale, digits, 'price', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(price)
}

/** `+1,25 %`, `−0.40%`; zero has no sign. */
export function formatChange(locale: Locale, percent: number): string {
  return format(locale, 2, 'change', {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(percent / 100)
}

function format(locale: Locale, digits: number, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${digits} ${kind}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(languageTags[locale], options)
  formats.set(key, made)
  return made
}
