import { z } from 'zod'
import { type Locale, locales, localised, splitLocale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import type { ArticleListRow, DocsListRow } from '../queries.ts'
import type { Picture } from '../render/prose-body.ts'
import type { FolderSettings, NavigationNode } from './navigation.ts'
import type { CategoryView } from './views.ts'

/** Public content of one language, without the texts of pages. */
export interface LocaleContent {
  /** Pages of the documentation by address, in the natural order of stems */
  docs: Map<string, DocsListRow>
  tree: NavigationNode[]
  /** Pages of the tree in reading order */
  order: NavigationNode[]
  /** Articles, newest first */
  articles: ArticleListRow[]
  categories: Map<string, CategoryView>
}

/** Public content at one version. Pages, lists and feeds of one response all use the same version. */
export interface Library {
  version: number
  byLocale: Record<Locale, LocaleContent>
  pictures: Map<string, Picture>
  /** Folder settings from which the trees were built */
  folders: FolderSettings[]
  /** Value that changes when old addresses in the front matter change */
  redirects: string
}

/** Whether a page of the documentation exists in either language; it is then shown in both. */
export function hasDocsPage({ byLocale }: Library, path: string): boolean {
  return locales.some((locale) => byLocale[locale].docs.has(localised(locale, path)))
}

/** The languages in which a page exists. @param path  without the locale */
export function localesOf(library: Library, kind: PageKind, path: string): Locale[] {
  return locales.filter((locale) => {
    const { docs, articles } = library.byLocale[locale]
    const address = localised(locale, path)
    return kind === 'docs' ? docs.has(address) : articles.some((article) => article.path === address)
  })
}

const coverField = z.object({ src: z.string(), alt: z.string() })

export function coverOf(library: Library, article: ArticleListRow): Picture | undefined {
  if (!article.image) return undefined
  const { src, alt } = coverField.parse(JSON.parse(article.image))
  const picture = library.pictures.get(src)
  return picture && { ...picture, alt }
}

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
