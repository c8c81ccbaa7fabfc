import { defaultLocale, type Locale } from '../../i18n/locales.ts'

/** The language to begin with, from that of a person's app; the site's own where Telegram does not say it. */
export function localeOf(language: string | undefined): Locale {
  if (language === undefined) return defaultLocale
  return language.toLowerCase().split('-')[0] === 'ru' ? 'ru' : 'en'
}
