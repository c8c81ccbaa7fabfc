export const locales = ['ru', 'en'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'ru'

export const localeCookie = 'i18n_redirected'

/** BCP 47, for `<html lang>`, hreflang and Intl */
export const languageTags: Record<Locale, string> = { ru: 'ru-RU', en: 'en-US' }

export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** `/en/docs` → en, `/docs`; `/english` stays Russian. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = path.split('/')
  if (isLocale(first) && first !== defaultLocale) return { locale: first, path: `/${rest.join('/')}` }
  return { locale: defaultLocale, path }
}

/** Adds the locale prefix: none for Russian, `/en` for English; `localised('en', '/')` is `/en`. */
export function localised(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
