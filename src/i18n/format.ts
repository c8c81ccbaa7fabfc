import { type Locale, languageTags } from './locales.ts'

/** The product's clock: every date is shown in Moscow time. */
export const timeZone = 'Europe/Moscow'

/** `20 ноября 2026 г.`, `November 20, 2026`. Takes an ISO date or instant. */
export function formatDate(locale: Locale, iso: string): string {
  return dateFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}

/** `20 нояб. 2026 г.`, `Nov 20, 2026`. */
export function formatShortDate(locale: Locale, iso: string): string {
  return dateFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
}

export function formatNumber(locale: Locale, value: number): string {
  return new Intl.NumberFormat(languageTags[locale]).format(value)
}

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTags[locale], { ...options, timeZone })
}

/** Picks the word form for a count: Russian has one, few and many, English one and other. */
export function plural(
  locale: Locale,
  count: number,
  forms: { one: string; few?: string; many?: string; other: string },
) {
  const rule = new Intl.PluralRules(languageTags[locale]).select(count)
  if (rule === 'one') return forms.one
  if (rule === 'few') return forms.few ?? forms.other
  if (rule === 'many') return forms.many ?? forms.other
  return forms.other
}
