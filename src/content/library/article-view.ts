import type { Db } from '../../db/client.ts'
import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { readProse } from '../body/read-body.ts'
import { type ArticleListRow, findPageRow } from '../queries.ts'
import { coverOf, type Library, type LocaleContent } from './library.ts'
import {
  categoryView,
  headFieldsOf,
  readingMinutes,
  type SourceLinks,
  sourceLink,
  undescribedCategory,
} from './view-parts.ts'
import type { ArticleSummary, ArticleView, CategoryView, PageLink } from './views.ts'

export interface ArticleViewRequest {
  db: Pick<Db, 'readOne'>
  library: Library
  locale: Locale
  path: string
  sources: SourceLinks
  /**
   * Whether the server runs in development, where texts are always rendered again, because the rendering code may have
   * changed since ingest
   */
  isDev: boolean
}

/** Finds an article, if necessary in the other language; undefined if no language has it. */
export async function findArticleView({
  db,
  library,
  locale,
  path,
  sources,
  isDev,
}: ArticleViewRequest): Promise<ArticleView | undefined> {
  for (const original of new Set([locale, ...locales])) {
    const content = library.byLocale[original]
    const address = localised(original, path)
    const at = content.articles.findIndex((row) => row.path === address)
    const article = content.articles[at]
    const drawn = !isDev && original === locale
    const row = article && (await findPageRow(db, { kind: 'blog', locale: original, path: address, drawn }))
    if (!row) continue
    const body = readProse(row, article, locale)
    const category = categoryOf(content, original, article)
    return {
      ...summaryOf(library, original, article),
      body,
      toc: body.toc?.links ?? [],
      breadcrumbs: [{ title: category.title, path: category.path }, { title: article.title }],
      // The list is sorted newest first, so the previous article is the next item.
      previous: linkTo(content.articles[at + 1]),
      next: linkTo(content.articles[at - 1]),
      source: sourceLink(sources, article.file, address),
      fallbackLocale: original === locale ? undefined : original,
      head: headFieldsOf(library, row),
    }
  }
  return undefined
}

export function listSummaries(library: Library, locale: Locale, category?: string): ArticleSummary[] {
  return library.byLocale[locale].articles
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
    category: categoryOf(library.byLocale[locale], locale, article),
    image: coverOf(library, article),
  }
}

function categoryOf({ categories }: LocaleContent, locale: Locale, { category }: ArticleListRow): CategoryView {
  return categories.get(category) ?? categoryView(locale, undescribedCategory(category), 0)
}

function linkTo(article: ArticleListRow | undefined): PageLink | undefined {
  return article && { path: article.path, title: article.title, description: article.description }
}
