import { type Locale, languageTags } from './locales.ts'

/** Time zone in which all dates are shown. */
export const timeZone = 'Europe/Moscow'

/** Formats a date as `20 ноября 2026 г.`, `November 20, 2026`. Takes an ISO date or instant. */
export function formatDate(locale: Locale, iso: string): string {
  return dateFormat(locale, { dateStyle: 'long' }).format(new Date(iso))
}

/** Formats a short date as `20 нояб. 2026 г.`, `Nov 20, 2026`. Takes an ISO date or instant. */
export function formatShortDate(locale: Locale, iso: string): string {
  return dateFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
}

/** Formats a range of dates as `10–21 окт. 2026 г.`, `Oct 10 – 21, 2026`. Takes ms UTC. */
export function formatDays(locale: Locale, from: number, to: number): string {
  return dateFormat(locale, { dateStyle: 'medium' }).formatRange(from, to)
}

/** Formats a date with the time as `20 нояб. 2026 г., 15:04`, `Nov 20, 2026, 15:04`. Takes ms UTC. */
export function formatTime(locale: Locale, at: number): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(at)
}

/** Formats a time of day as `14:05`. Takes ms UTC. */
export function formatMinute(locale: Locale, at: number): string {
  return dateFormat(locale, { timeStyle: 'short', hourCycle: 'h23' }).format(at)
}

const spans = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Formats a distance in time as `через 2 минуты`, `3 days ago`. Takes ms, positive for the future. */
export function formatSpan(locale: Locale, ms: number): string {
  const [unit, length] = spans.find(([, length]) => Math.abs(ms) >= length) ?? spans[3]
  // Future times are rounded up, so that a user who waits does not come back too early.
  const count = ms > 0 ? Math.ceil(ms / length) : Math.round(ms / length)
  return new Intl.RelativeTimeFormat(languageTags[locale], { numeric: 'auto' }).format(count, unit)
}

/** Number formats of both locales, created once because creating one is slow. */
const numbers: Record<Locale, Intl.NumberFormat> = {
  ru: new Intl.NumberFormat(languageTags.ru),
  en: new Intl.NumberFormat(languageTags.en),
}

export function formatNumber(locale: Locale, value: number): string {
  return numbers[locale].format(value)
}

/** Replaces the hyphen of Intl by a minus sign, which is as wide as a plus sign. */
export function withMinus(text: string): string {
  return text.replace('-', '−')
}

interface DateStyle {
  dateStyle?: 'long' | 'medium'
  timeStyle?: 'short'
  hourCycle?: 'h23'
}

/**
 * Cache of date formats by locale and style, limited to those of this file. Creating a format takes as long as
 * rendering a hundred elements.
 */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(locale: Locale, style: DateStyle): Intl.DateTimeFormat {
  const key = [locale, style.dateStyle, style.timeStyle, style.hourCycle].join()
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(languageTags[locale], { ...style, timeZone })
  dateFormats.set(key, known)
  return known
}

/** Selects the plural form of a word for a count: Russian uses one, few and many, English one and other. */
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
