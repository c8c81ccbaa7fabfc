import type { Db } from '../db/client.ts'
import { type Locale, locales, localised } from '../i18n/locales.ts'
import { coverOf, type Library, type Shelf } from './library.ts'
import type { ArticleListRow } from './queries.ts'
import { belowTitle, readBody } from './read-body.ts'
import { type SourceLinks, sourceLink } from './source-link.ts'
import { categoryView, readingMinutes } from './view-parts.ts'
import type { ArticleSummary, ArticleView, CategoryView, PageLink } from './views.ts'

export interface ArticleViewRequest {
  db: Db
  library: Library
  locale: Locale
  /** Address below the locale prefix: `/blog/markets/what-a-tick-is` */
  path: string
  sources: SourceLinks
}

/**
 * An article for the screen, in the other language when it exists only there.
 * @returns nothing when no language has it
 */
export async function findArticleView({
  db,
  library,
  locale,
  path,
  sources,
}: ArticleViewRequest): Promise<ArticleView | undefined> {
  for (const original of new Set([locale, ...locales])) {
    const shelf = library.shelves[original]
    const address = localised(original, path)
    const at = shelf.articles.findIndex((row) => row.path === address)
    const article = shelf.articles[at]
    const body = article && (await readBody(db, 'blog', original, address))
    if (!body) continue
    const category = categoryOf(shelf, original, article)
    return {
      ...summaryOf(library, original, article),
      body: belowTitle(body, article.title),
      toc: body.toc?.links ?? [],
      breadcrumbs: [{ title: category.title, path: category.path }, { title: article.title }],
      // Time runs upwards in the list: the article before this one stands below it.
      previous: linkTo(shelf.articles[at + 1]),
      next: linkTo(shelf.articles[at - 1]),
      source: sourceLink(sources, article.file, address),
      fallbackLocale: original === locale ? undefined : original,
    }
  }
  return undefined
}

/** Articles as lists show them, newest first. */
export function listSummaries(library: Library, locale: Locale, category?: string): ArticleSummary[] {
  return library.shelves[locale].articles
    .filter((article) => category === undefined || article.category === category)
    .map((article) => summaryOf(library, locale, article))
}

function summaryOf(library: Library, locale: Locale, article: ArticleListRow): ArticleSummary {
  return {
    path: article.path,
    title: article.title,
    description: article.description,
    date: article.date,
    readingMinutes: readingMinutes(article.words),
    category: categoryOf(library.shelves[locale], locale, article),
    image: coverOf(library, article),
  }
}

/** Ingest refuses articles without a category, but a category can be deleted after its articles. */
function categoryOf({ categories }: Shelf, locale: Locale, { category: slug }: ArticleListRow): CategoryView {
  const row = { slug, title: slug, label: null, description: '', icon: null }
  return categories.get(slug) ?? categoryView(locale, row, 0)
}

function linkTo(article: ArticleListRow | undefined): PageLink | undefined {
  return article && { path: article.path, title: article.title, description: article.description }
}
