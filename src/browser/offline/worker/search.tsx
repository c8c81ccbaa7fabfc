import { renderToStaticMarkup } from 'react-dom/server.browser'
import { createMatcher, makeSnippet, markText } from '../../../content/search/matches.ts'
import { type Clause, cleanQuery, exact, parseQuery, prefix, withoutStopWords } from '../../../content/search/query.ts'
import { type SearchAnswer, type SearchGroup, searchContent } from '../../../content/search/search.ts'
import type { PreparedReader } from '../../../db/client.ts'
import { LocaleProvider } from '../../../i18n/context.tsx'
import type { Locale } from '../../../i18n/locales.ts'
import { SearchResults } from '../../../site/search/search-results.tsx'
import { OfflineSearchless } from '../../../ui/search/offline-searchless.tsx'
import { type ContentPage, queryPages } from './content.ts'
import { readerOf, upgradeIndex } from './index-queries.ts'
import { findIndex } from './save-version.ts'
import { openDatabase } from './sqlite.ts'

const maxPages = 10

/**
 * Finds pages whose title and description contain every word of a query, in any word form; matches in titles rank
 * first.
 */
export function searchTitles(pages: ContentPage[], query: string): SearchAnswer {
  const asked = cleanQuery(query)
  const clauses = withoutStopWords(parseQuery(asked)).map(({ words, isLast }): Clause => {
    const stems = words.map(({ stem }) => stem)
    const patterns = [exact(...stems)]
    const last = words.at(-1)
    if (isLast && last) patterns.push(prefix(...stems.slice(0, -1), last.form))
    return { patterns, pages: 1 }
  })
  if (clauses.length === 0) return { query: asked, total: 0, groups: [] }
  const matcher = createMatcher(asked, clauses)
  const found = pages.flatMap(({ path, title, description, kind }) => {
    const inTitle = matcher.inText(title)
    const inDescription = matcher.inText(description)
    const answered = new Set([...inTitle, ...inDescription].map(({ clause }) => clause))
    if (answered.size < clauses.length) return []
    const titleParts = markText(title, inTitle)
    const hit = { id: path, title, titleParts, trail: [], level: 1, snippet: makeSnippet(description, inDescription) }
    const group: SearchGroup = { path, title, titleParts, kind, hits: [hit] }
    return [{ group, worth: new Set(inTitle.map(({ clause }) => clause)).size }]
  })
  const groups = found.toSorted((a, b) => b.worth - a.worth).map(({ group }) => group)
  return { query: asked, total: groups.length, groups: groups.slice(0, maxPages) }
}

let reader: Promise<PreparedReader | undefined> | undefined

export async function searchSaved(locale: Locale, query: string, hasWasm: boolean): Promise<string | undefined> {
  if (!hasWasm) return drawn(locale, query, await searchByQueries(locale, query))
  reader ??= openIndex(locale)
  const open = await reader
  if (!open) {
    reader = undefined
    return undefined
  }
  return drawn(locale, query, await searchContent(open, { locale, query }))
}

async function openIndex(locale: Locale): Promise<PreparedReader | undefined> {
  const file = await findIndex(locale)
  if (!file) return undefined
  const database = await openDatabase(file)
  upgradeIndex(database)
  return readerOf(database)
}

async function searchByQueries(locale: Locale, query: string): Promise<SearchAnswer | undefined> {
  try {
    return searchTitles(await queryPages(locale), query)
  } catch {
    return undefined
  }
}

function drawn(locale: Locale, query: string, answer: SearchAnswer | undefined): string {
  return renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      {answer ? <SearchResults answer={answer} hasExamples={false} /> : <OfflineSearchless query={query} />}
    </LocaleProvider>,
  )
}
