import type { Locale } from '../i18n/locales.ts'
import { languageTags } from '../i18n/locales.ts'

/**
 * Formats a duration in ms as `9 ч 16 мин` or `40 sec`: the two largest units, without a line break between a number
 * and its unit.
 */
export function formatDuration(locale: Locale, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  const parts = [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor(seconds / 3600) % 24 },
    { unit: 'minute', count: Math.floor(seconds / 60) % 60 },
    { unit: 'second', count: seconds % 60 },
  ]
  const first = parts.findIndex(({ count }) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay: 'short' })
        .format(count)
        .replaceAll(' ', '\u00a0'),
    )
    .join(' ')
}
