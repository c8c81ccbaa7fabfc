import type { SiteLocale } from '../config/site-config.ts'

export const locales = ['ru', 'en'] as const satisfies readonly SiteLocale[]
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'ru'
/** For people whose own language is not among these */
export const internationalLocale: Locale = 'en'

export const localeCookie = 'i18n_redirected'

/** BCP 47 language tags of the locales, for `<html lang>`, hreflang and Intl */
export const languageTags: Record<Locale, string> = { ru: 'ru-RU', en: 'en-US' }

export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }

/** Decimal separator of numbers in form fields */
export const decimalSeparators: Record<Locale, ',' | '.'> = { ru: ',', en: '.' }

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** A locale from the database: the default if this version does not have the stored one. */
export function storedLocale(value: unknown): Locale {
  return isLocale(value) ? value : defaultLocale
}

/** `/en/docs` → en, `/docs`; `/english` stays Russian. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = path.split('/')
  if (isLocale(first) && first !== defaultLocale) return { locale: first, path: `/${rest.join('/')}` }
  return { locale: defaultLocale, path }
}

/** Adds the prefix of the locale to a path: none for Russian, `/en` for English; `localised('en', '/')` is `/en`. */
export function localised(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}
