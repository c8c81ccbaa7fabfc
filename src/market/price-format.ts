import { type Locale, languageTags } from '../i18n/locales.ts'

/** Making a format takes a hundred times as long as using one. */
const formats = new Map<string, Intl.NumberFormat>()

/** `64 250,31` and `64,250.31`: a price with exactly so many digits after the point. */
export function formatPrice(locale: Locale, price: number, digits: number): string {
  return format(locale, digits, 'price', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(price)
}

/** `+1,25 %` and `−0.40%`: a change in per cent, with its sign, a zero without one. */
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
