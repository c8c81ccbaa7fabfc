import type { Library } from '../../content/library/library.ts'
import { type Locale, locales, localised } from '../../i18n/locales.ts'

export interface ReadablePage {
  locale: Locale
  path: string
  title: string
  description: string
  /** Path of the file in the content folder */
  file: string
}

/**
 * Finds a page by its path below the locale prefix; if the page does not exist in this language, returns it in the
 * other.
 */
export function findReadable({ byLocale }: Library, locale: Locale, path: string): ReadablePage | undefined {
  for (const original of new Set([locale, ...locales])) {
    const address = localised(original, path)
    const { docs, articles } = byLocale[original]
    const page = docs.get(address) ?? articles.find((article) => article.path === address)
    if (!page) continue
    const { title, description, file } = page
    return { locale: original, path: address, title, description, file }
  }
  return undefined
}
