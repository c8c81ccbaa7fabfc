import { useLocale } from '../../../i18n/context.tsx'
import { formatNumber } from '../../../i18n/format.ts'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AdminLayout } from '../../../ui/layouts/app.tsx'
import { scrollRegion } from '../../../ui/scroll-region.ts'
import { FlashToast } from '../../../ui/toasts/toasts.tsx'
import { NotConnected } from '../../sender-notices.tsx'
import type { PlaceCount } from '../people-queries.ts'
import { sumOf } from '../series.ts'
import type { SeriesLine } from '../series-queries.ts'
import { SeriesBadge } from './series-badge.tsx'

export interface SeriesListPageProps {
  lines: readonly SeriesLine[]
  people: readonly (PlaceCount & { seriesId: string })[]
  flash: string | undefined
  isConnected: boolean
}

const states = ['waiting', 'done', 'left'] as const

export function SeriesListPage({ lines, people, flash, isConnected }: SeriesListPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <header className="admin-head">
        <h1>{t('series.title')}</h1>
        <Button href={localised(locale, paths.newSeries)} kind="primary" icon="i-lucide-plus">
          {t('series.create')}
        </Button>
      </header>
      <FlashToast>{flash}</FlashToast>
      {!isConnected && <NotConnected />}
      <p className="template-lead">{t('series.description')}</p>
      {lines.length === 0 ? (
        <EmptyState icon="i-lucide-list-ordered" title={t('series.none')}>
          <p>{t('series.noneHint')}</p>
          <Button href={localised(locale, paths.newSeries)} icon="i-lucide-plus">
            {t('series.create')}
          </Button>
        </EmptyState>
      ) : (
        <SeriesTable lines={lines} people={people} />
      )}
    </AdminLayout>
  )
}

function SeriesTable({ lines, people }: Pick<SeriesListPageProps, 'lines' | 'people'>) {
  const { locale, t } = useLocale()
  const of = (id: string) => people.filter(({ seriesId }) => seriesId === id)
  return (
    <div className="broadcast-scroll" {...scrollRegion(t('series.title'))}>
      <table className="broadcast-table">
        <thead>
          <tr>
            <th scope="col">{t('series.name')}</th>
            <th scope="col">{t('series.state')}</th>
            <th scope="col">{t('series.steps')}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {t(`series.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-row>
              <th scope="row">
                <a href={localised(locale, href(paths.series, { id: line.id }))}>{line.name}</a>
              </th>
              <td data-label={t('series.state')}>
                <SeriesBadge state={line.state} />
                {line.state === 'running' && line.paused > 0 && (
                  <span className="badge-note">{t('series.paused')}</span>
                )}
              </td>
              <td data-label={t('series.steps')}>{t('series.stepCount', { count: line.steps })}</td>
              {states.map((state) => (
                <td key={state} data-label={t(`series.${state}`)}>
                  {formatNumber(locale, sumOf(of(line.id), state))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
