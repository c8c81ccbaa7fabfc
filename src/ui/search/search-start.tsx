import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../icon.tsx'

/** Guide from which the example queries come; if the content lacks this guide, they may find nothing. */
export const examplesGuide = 'trading/ticks-and-candles'

export function SearchStart({ hasExamples }: { hasExamples: boolean }) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.search)
  return (
    <div className="search-start">
      <p>{t('search.start')}</p>
      <div data-recent-searches hidden>
        <h2>{t('search.recent')}</h2>
        <ul className="chips" />
      </div>
      {/* The script builds the list of recent searches from a copy of these elements, so they are rendered even if
          hidden. */}
      <div hidden={!hasExamples}>
        <h2>{t('search.tryThese')}</h2>
        <ul className="chips">
          {t('search.suggestions')
            .split(', ')
            .map((query) => (
              <li key={query}>
                <a className="chip" href={`${action}?q=${encodeURIComponent(query)}`} data-search-for={query}>
                  <Icon name="i-lucide-search" />
                  {query}
                </a>
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
