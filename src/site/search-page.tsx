import type { SearchAnswer } from '../content/search/search.ts'
import { useLocale } from '../i18n/context.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { OfflineControl } from '../ui/offline-control.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SearchResults } from './search-results.tsx'

export interface SearchPageProps {
  answer: SearchAnswer
}

/** The search as a page: an address to share, and the search of readers without JavaScript. */
export function SearchPage({ answer }: SearchPageProps) {
  const { t } = useLocale()
  return (
    <DefaultLayout>
      <div className="search-page">
        <h1>{t('search.title')}</h1>
        <SearchField place="page" query={answer.query} />
        <SearchResults answer={answer} />
        <OfflineControl />
      </div>
    </DefaultLayout>
  )
}
