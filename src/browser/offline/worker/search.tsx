import { renderToStaticMarkup } from 'react-dom/server.browser'
import { type SearchAnswer, searchContent } from '../../../content/search/search.ts'
import type { Reader } from '../../../db/client.ts'
import { LocaleProvider } from '../../../i18n/context.tsx'
import type { Locale } from '../../../i18n/locales.ts'
import { SearchResults } from '../../../site/search/search-results.tsx'
import { OfflineSearchless } from '../../../ui/search/offline-searchless.tsx'
import { queryPages } from './content.ts'
import { readerOf, upgradeIndex } from './index-queries.ts'
import { findIndex } from './save-version.ts'
import { searchTitles } from './search-titles.ts'
import { openDatabase } from './sqlite.ts'

let reader: Promise<Reader | undefined> | undefined

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

async function openIndex(locale: Locale): Promise<Reader | undefined> {
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
