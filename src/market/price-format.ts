import { withMinus } from '../i18n/format.ts'
import { type Locale, languageTags } from '../i18n/locales.ts'
import type { Decimal } from './units.ts'

/** Formatters are cached: constructing an Intl.NumberFormat costs a hundred times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

export function formatPrice(locale: Locale, price: Decimal, digits: number): string {
  const { format } = formatOf(locale, digits, 'price', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return withMinus(format(price))
}

/** Formats a change as `+1,25 %` or `−0.40%`. Zero has no sign, nor does a value that rounds to zero. */
export function formatChange(locale: Locale, percent: number | undefined): string {
  if (percent === undefined) return '—'
  const { format } = formatOf(locale, 2, 'change', {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return withMinus(format(percent / 100))
}

/** Direction in which a price change is shown; undefined for a change that is written without a sign. */
export function changeDirection(percent: number | undefined): 'up' | 'down' | undefined {
  if (percent === undefined || Math.abs(percent) < 0.005) return undefined
  return percent > 0 ? 'up' : 'down'
}

function formatOf(locale: Locale, digits: number, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${digits} ${kind}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(languageTags[locale], options)
  formats.set(key, made)
  return made
}
