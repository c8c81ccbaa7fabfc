import { type Locale, locales, localised, splitLocale } from '../../i18n/locales.ts'
import type { Library } from './library.ts'

interface DocsSection {
  title: string
  path: string
  icon?: string
  description?: string
}

export interface DocsSections {
  sections: DocsSection[]
  /** Language of the sections' titles and texts */
  textLocale: Locale
}

/** Returns the sections at the top level of the documentation, in the other language if this one has none. */
export function docsSections({ byLocale }: Library, locale: Locale): DocsSections {
  const textLocale = [locale, ...locales].find((own) => byLocale[own].tree.length > 0) ?? locale
  const sections = byLocale[textLocale].tree.map(({ title, path, icon, isPage }) => {
    const description = isPage ? byLocale[textLocale].docs.get(path)?.description || undefined : undefined
    return { title, icon, description, path: localised(locale, splitLocale(path).path) }
  })
  return { sections, textLocale }
}
