import type { SearchAnswer } from '../../content/search/search.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { frameIds } from '../../ui/frame-ids.ts'
import { Icon } from '../../ui/icon.tsx'
import { SearchStart } from '../../ui/search/search-start.tsx'
import { SearchGroup } from './search-group.tsx'

export interface SearchResultsProps {
  answer: SearchAnswer
  /** Whether the content includes the guide that the example queries refer to */
  hasExamples: boolean
}

export function SearchResults({ answer, hasExamples }: SearchResultsProps) {
  const query = answer.query.trim()
  return (
    <div id={frameIds.searchResults} className="search-results" data-query={query}>
      {query === '' ? <SearchStart hasExamples={hasExamples} /> : <SearchAnswerList answer={answer} />}
    </div>
  )
}

function SearchAnswerList({
  answer: { query, total, corrected, groups, near = [] },
}: Pick<SearchResultsProps, 'answer'>) {
  const { locale, t } = useLocale()
  if (groups.length === 0) {
    return (
      <div className="search-nothing">
        <p role="status">{t('search.nothing', { query })}</p>
        {near.length > 0 && <NearWords words={near} />}
        <p>
          {t('search.nothingHint')} <a href={localised(locale, paths.docs)}>{t('search.nothingLink')}</a>.
        </p>
      </div>
    )
  }
  return (
    <>
      <p className="search-total" role="status">
        {t('search.found', { total })}
        {corrected && (
          <span>
            {t('search.corrected')} <mark>{corrected}</mark>
          </span>
        )}
      </p>
      {groups.map((group) => (
        <SearchGroup key={group.path} group={group} />
      ))}
    </>
  )
}

function NearWords({ words }: { words: readonly string[] }) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.search)
  return (
    <>
      <p>{t('search.near')}</p>
      <ul className="chips">
        {words.map((word) => (
          <li key={word}>
            <a className="chip" href={`${action}?q=${encodeURIComponent(word)}`} data-search-for={word}>
              <Icon name="i-lucide-search" />
              {word}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
