import type { ActMessages } from '../../../auth/audit.ts'
import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../../ui/layouts/admin.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FlashToast } from '../../../ui/toasts/flash-toast.tsx'
import { AuditLines } from '../../../users/audit/audit-lines.tsx'
import { NotConnected } from '../../not-connected.tsx'
import { SeriesActs } from './series-acts-region.tsx'
import { SeriesProgress } from './series-progress-region.tsx'
import { SeriesSteps } from './series-steps.tsx'
import type { SeriesView } from './series-view.ts'

export interface SeriesPageProps {
  view: SeriesView
  acts: ActMessages
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
      <FlashToast>{flash}</FlashToast>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      {!view.isConnected && <NotConnected />}
      <SeriesActs view={view} />
      {row.startedAt !== null && <SeriesProgress view={view} />}
      <SeriesSteps view={view} />
      <section className="panel" aria-labelledby="history-title">
        <h2 id="history-title">{t('series.history')}</h2>
        {history.length === 0 ? <p className="faint">—</p> : <AuditLines lines={history} acts={acts} />}
      </section>
    </AdminLayout>
  )
}

export function StepNotice({ seriesId }: { seriesId: string | null }) {
  const { locale, t } = useLocale()
  if (seriesId === null) return null
  return (
    <Notice kind="warning">
      {t('series.ofSeries')} <a href={localised(locale, href(paths.series, { id: seriesId }))}>{t('series.title')}</a>
    </Notice>
  )
}
