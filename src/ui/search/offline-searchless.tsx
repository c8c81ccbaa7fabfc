import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { frameIds } from '../frame-ids.ts'

export interface OfflineSearchlessProps {
  query: string
}

export function OfflineSearchless({ query }: OfflineSearchlessProps) {
  const { locale, t } = useLocale()
  return (
    <div id={frameIds.searchResults} className="search-results" data-query={query.trim()}>
      <div className="search-nothing">
        <p role="status">{t('offline.searchless')}</p>
        <p>
          {t('offline.searchlessHint')} <a href={localised(locale, paths.docs)}>{t('search.nothingLink')}</a>.
        </p>
      </div>
    </div>
  )
}
