import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { type Locale, locales } from '../i18n/locales.ts'
import type { PageKind } from './collections.ts'
import { buildNavigation, flattenNavigation, type NavigationNode } from './navigation.ts'
import {
  type ArticleListRow,
  type DocsListRow,
  findContentVersion,
  listArticles,
  listCategories,
  listDocs,
  listFolders,
  listImages,
} from './queries.ts'
import { categoryView, pictureView } from './view-parts.ts'
import type { CategoryView, Picture } from './views.ts'

/** Everything public of one language but the bodies. */
export interface Shelf {
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
  shelves: Record<Locale, Shelf>
  pictures: Map<string, Picture>
}

export interface LibraryKeeper {
  /** The newest version; read from the database once per version. */
  current(): Promise<Library>
  /** Looks whether the content has moved on, and tells the listeners if so. */
  refresh(): Promise<void>
  onChange(listener: (library: Library) => void): void
}

/** Keeps the library of a database in memory; a site of 1,000 pages takes about a megabyte. */
export function createLibraryKeeper(db: Db): LibraryKeeper {
  let library: Promise<Library> | undefined
  const listeners: ((library: Library) => void)[] = []
  return {
    current: () => (library ??= readLibrary(db)),
    refresh: async () => {
      const before = await library
      if (before?.version === (await findContentVersion(db))) return
      library = readLibrary(db)
      const fresh = await library
      for (const listener of listeners) listener(fresh)
    },
    onChange: (listener) => listeners.push(listener),
  }
}

async function readLibrary(db: Db): Promise<Library> {
  const version = await findContentVersion(db)
  const images = await listImages(db)
  const pictures = new Map(images.map((image) => [image.src, pictureView(image)]))
  const folders = await listFolders(db)
  const shelf = async (locale: Locale): Promise<Shelf> => {
    const docs = await listDocs(db, locale)
    const articles = await listArticles(db, locale)
    const tree = buildNavigation(locale, docs, folders)
    const categories = (await listCategories(db, locale)).map((row) => {
      return categoryView(locale, row, articles.filter(({ category }) => category === row.slug).length)
    })
    return {
      docs: new Map(docs.map((row) => [row.path, row])),
      tree,
      order: flattenNavigation(tree),
      articles,
      categories: new Map(categories.map((category) => [category.slug, category])),
    }
  }
  return { version, shelves: { ru: await shelf('ru'), en: await shelf('en') }, pictures }
}

/** The languages in which a page exists, by its address below the locale prefix. */
export function localesOf(library: Library, kind: PageKind, address: Record<Locale, string>): Locale[] {
  return locales.filter((locale) => {
    const { docs, articles } = library.shelves[locale]
    return kind === 'docs' ? docs.has(address[locale]) : articles.some(({ path }) => path === address[locale])
  })
}

const coverField = z.object({ src: z.string(), alt: z.string() })

/** The cover of an article, when it has one that exists. */
export function coverOf(library: Library, article: ArticleListRow): Picture | undefined {
  if (!article.image) return undefined
  const { src, alt } = coverField.parse(JSON.parse(article.image))
  const picture = library.pictures.get(src)
  return picture && { ...picture, alt }
}
