import type { SearchAnswer } from '../../content/search/search.ts'
import { useLocale } from '../../i18n/context.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { DefaultLayout } from '../../ui/layouts/default.tsx'
import { OfflineControl, SearchField } from '../../ui/search/search-palette.tsx'
import { examplesGuide } from '../../ui/search/search-start.tsx'
import { SearchResults } from './search-results.tsx'

export interface SearchPageProps {
  answer: SearchAnswer
}

/** Page with search results, for shared URLs and readers without JavaScript. */
export function SearchPage({ answer }: SearchPageProps) {
  const { t } = useLocale()
  const { hasGuide = () => true } = useFrame()
  return (
    <DefaultLayout>
      <div className="search-page">
        <h1>{t('search.title')}</h1>
        <SearchField place="page" query={answer.query} />
        <SearchResults answer={answer} hasExamples={hasGuide(examplesGuide)} />
        <OfflineControl />
      </div>
    </DefaultLayout>
  )
}
