import type { Library } from '../../content/library.ts'
import { type Locale, locales, localised } from '../../i18n/locales.ts'

/** By address below the locale prefix; falls back to the other language. */
export function findReadable({ byLocale }: Library, locale: Locale, path: string) {
  for (const original of new Set([locale, ...locales])) {
    const address = localised(original, path)
    const { docs, articles } = byLocale[original]
    const page = docs.get(address) ?? articles.find((article) => article.path === address)
    if (page) return { locale: original, path: address, title: page.title, description: page.description }
  }
  return undefined
}
