import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { type Locale, locales, localised } from '../i18n/locales.ts'
import type { PageKind } from './collections.ts'
import type { FolderSettings, NavigationNode } from './navigation.ts'
import { type ArticleListRow, type DocsListRow, findContentVersion } from './queries.ts'
import { type LibraryReading, readLibrary } from './read-library.ts'
import { contentVersion } from './topics.ts'
import type { CategoryView, Picture } from './views.ts'

/** Everything public of one language but the bodies. */
export interface LocaleContent {
  /** By address, in the natural order of stems */
  docs: Map<string, DocsListRow>
  tree: NavigationNode[]
  /** The tree's pages in reading order */
  order: NavigationNode[]
  /** Newest first */
  articles: ArticleListRow[]
  categories: Map<string, CategoryView>
}

/** The public content at one version. Pages, lists and feeds of one answer are all made from the same one. */
export interface Library {
  version: number
  byLocale: Record<Locale, LocaleContent>
  pictures: Map<string, Picture>
  /** What the trees were made with, besides pages */
  folders: FolderSettings[]
  /** Changes with what pages say of their old addresses */
  redirects: string
}

export interface LibraryCache {
  /** The newest version; read from the database once per version. */
  current(): Promise<Library>
  /** The last version that was read; undefined before the first. */
  latest(): Library | undefined
  /** Reads a newer version if there is one, and emits `content-version`. */
  refresh(): Promise<void>
}

/** In memory: a megabyte for 1,000 pages. When reading fails the last version stays; the next call reads again. */
export function createLibraryCache(db: Db, events: Pick<Events, 'emit'>): LibraryCache {
  let library: Promise<Library> | undefined
  let latest: Library | undefined
  let refreshed: Promise<void> = Promise.resolve()

  const readFirst = (): Promise<Library> => {
    const reading = readLibrary(db).then(keepLatest)
    reading.catch(() => {
      if (library === reading) library = undefined
    })
    return reading
  }
  const keepLatest = ({ library }: LibraryReading): Library => {
    latest = library
    return library
  }
  const refresh = async () => {
    const before = await library
    if (before?.version === (await findContentVersion(db))) return
    const reading = await readLibrary(db, before)
    const fresh = keepLatest(reading)
    library = Promise.resolve(fresh)
    events.emit(contentVersion, { version: fresh.version, texts: reading.texts })
  }
  return {
    current: () => (library ??= readFirst()),
    latest: () => latest,
    // One after the other: an older version must not replace a newer one.
    refresh: () => {
      const next = refreshed.then(refresh)
      refreshed = next.catch(() => {})
      return next
    },
  }
}

/** In a language of its own or, as it is then shown, in the other one. */
export function hasDocsPage({ byLocale }: Library, path: string): boolean {
  return locales.some((locale) => byLocale[locale].docs.has(localised(locale, path)))
}

/** The languages in which a page exists, by its address below the locale prefix. */
export function localesOf(library: Library, kind: PageKind, address: Record<Locale, string>): Locale[] {
  return locales.filter((locale) => {
    const { docs, articles } = library.byLocale[locale]
    return kind === 'docs' ? docs.has(address[locale]) : articles.some(({ path }) => path === address[locale])
  })
}

const coverField = z.object({ src: z.string(), alt: z.string() })

export function coverOf(library: Library, article: ArticleListRow): Picture | undefined {
  if (!article.image) return undefined
  const { src, alt } = coverField.parse(JSON.parse(article.image))
  const picture = library.pictures.get(src)
  return picture && { ...picture, alt }
}
