import { useLocale } from '../i18n/context.tsx'
import { frameIds } from '../ui/frame-ids.ts'
import { Icon } from '../ui/icon.tsx'
import { EnigmaLayout } from '../ui/layouts/app.tsx'
import { SearchField } from '../ui/search/search-palette.tsx'
import type { Entry, FoundGroup } from './entry.ts'

export interface FoundListProps {
  groups: readonly FoundGroup[]
  query: string
}

/** List of found entries. Its roles belong to the field above it, which is a combobox in the dialog. */
export function FoundList({ groups, query }: FoundListProps) {
  const { t } = useLocale()
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <div id={frameIds.searchResults} className="search-results" data-query={query.trim()}>
      {total === 0 ? (
        <div className="search-nothing">
          <p role="status">{t('search.palette.nothing', { query: query.trim() })}</p>
          <p>{t('search.palette.nothingHint')}</p>
        </div>
      ) : (
        <p className="visually-hidden" role="status">
          {t('search.palette.found', { total })}
        </p>
      )}
      <div data-options>
        {groups.map(({ group, entries }) => (
          <section key={group} className="search-group" aria-label={t(`search.palette.groups.${group}`)}>
            <p className="search-total" aria-hidden="true">
              {t(`search.palette.groups.${group}`)}
            </p>
            {entries.map((entry) => (
              <FoundEntry key={entry.href + entry.title} entry={entry} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function FoundEntry({ entry: { id, title, note, icon, href, chart, mode, isReplay } }: { entry: Entry }) {
  return (
    <a
      className="search-hit search-hit-page"
      href={href}
      data-command={id ?? ''}
      data-mode={mode}
      data-chart={chart?.asset}
      data-tf={chart?.tf}
      data-replay={isReplay}
    >
      <Icon name={icon} />
      <span className="search-hit-title">
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
    </a>
  )
}

export function FindPage({ groups, query }: FoundListProps) {
  const { t } = useLocale()
  return (
    <EnigmaLayout>
      <div className="search-page">
        <h1>{t('search.palette.title')}</h1>
        <SearchField place="page" of="app" query={query} />
        {/* Without JavaScript, links cannot set the color mode. */}
        <FoundList groups={groups.map(withoutModes)} query={query} />
      </div>
    </EnigmaLayout>
  )
}

function withoutModes({ group, entries }: FoundGroup): FoundGroup {
  return { group, entries: entries.filter(({ mode }) => mode === undefined) }
}
