import { defaultLocale, type Locale } from '../../i18n/locales.ts'

/** Returns the initial language, from that of a person's app; the site's default if Telegram does not report it. */
export function localeOf(language: string | undefined): Locale {
  if (language === undefined) return defaultLocale
  return language.toLowerCase().split('-')[0] === 'ru' ? 'ru' : 'en'
}
