import { defaultLocale, isLocale, type Locale } from '../i18n/locales.ts'

export function pageLocale(): Locale {
  const [language] = document.documentElement.lang.split('-')
  return isLocale(language) ? language : defaultLocale
}

/**
 * Loads the texts of a part that is itself loaded on demand, in one language. @throws Error if the texts cannot be
 * loaded
 */
export async function loadMessages<Words>(locale: Locale, load: Record<Locale, () => Promise<Words>>): Promise<Words> {
  try {
    return await load[locale]()
  } catch (cause) {
    console.warn('Failed to load messages for locale', locale)
    throw new Error(`Failed loading locale (${locale})`, { cause })
  }
}
