import type { ActWords } from '../../../auth/audit.ts'
import { useLocale } from '../../../i18n/context.tsx'
import { formatNumber } from '../../../i18n/format.ts'
import { localised } from '../../../i18n/locales.ts'
import { writeClock } from '../../../i18n/moscow-time.ts'
import { href, paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../../ui/layouts/admin.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AuditLines } from '../../../users/audit/audit-lines.tsx'
import type { AuditLine } from '../../../users/audit/audit-queries.ts'
import type { BroadcastRow } from '../../broadcast.ts'
import { FlashNotice } from '../../flash-notice.tsx'
import { NotConnected } from '../../not-connected.tsx'
import type { PlaceCount } from '../people-queries.ts'
import type { SeriesRow } from '../series.ts'
import { SeriesActs } from './series-acts-part.tsx'
import { SeriesBadge } from './series-badge.tsx'
import { SeriesSteps } from './series-steps.tsx'

export interface SeriesView {
  row: SeriesRow
  steps: readonly BroadcastRow[]
  people: readonly PlaceCount[]
  clicked: string | undefined
  history: AuditLine[]
  isConnected: boolean
}

export interface SeriesPageProps {
  view: SeriesView
  acts: ActWords
  flash: string | undefined
  problem?: string | undefined
}

export function SeriesPage({ view, acts, flash, problem }: SeriesPageProps) {
  const { locale, t } = useLocale()
  const { row, history } = view
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('series.title'), path: localised(locale, paths.allSeries) }]} />
      <header className="admin-head">
        <h1>{row.name}</h1>
      </header>
      <FlashNotice text={flash} />
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      {!view.isConnected && <NotConnected />}
      <section className="panel" aria-labelledby="acts-title">
        <h2 id="acts-title">
          {t('series.state')}: <SeriesBadge state={row.state} />
        </h2>
        <Facts view={view} />
        <SeriesActs row={row} canStart={view.steps.length > 0} />
      </section>
      <SeriesSteps view={view} />
      <section className="panel" aria-labelledby="history-title">
        <h2 id="history-title">{t('series.history')}</h2>
        {history.length === 0 ? <p className="faint">—</p> : <AuditLines lines={history} acts={acts} />}
      </section>
    </AdminLayout>
  )
}

function Facts({ view: { row, people, clicked } }: { view: SeriesView }) {
  const { locale, t } = useLocale()
  const many = (state: PlaceCount['state']) =>
    formatNumber(
      locale,
      people.filter((place) => place.state === state).reduce((sum, { count }) => sum + count, 0),
    )
  const begins =
    row.clickedBroadcast === null
      ? t('series.begin.start')
      : t('series.begin.click', { name: clicked ?? t('series.gone') })
  const quiet = row.quietFrom === null ? '—' : `${writeClock(row.quietFrom)}–${writeClock(row.quietTo)}`
  const facts = [
    [t('series.begins'), row.clickedButton === null ? begins : `${begins} · ${row.clickedButton + 1}`],
    [t('broadcast.form.quiet'), quiet],
    [t('series.waiting'), many('waiting')],
    [t('series.done'), many('done')],
    [t('series.left'), many('left')],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where a broadcast is a step of a series: the way to that */
export function StepNotice({ seriesId }: { seriesId: string | null }) {
  const { locale, t } = useLocale()
  if (seriesId === null) return null
  return (
    <Notice kind="warning">
      {t('series.ofSeries')} <a href={localised(locale, href(paths.series, { id: seriesId }))}>{t('series.title')}</a>
    </Notice>
  )
}
