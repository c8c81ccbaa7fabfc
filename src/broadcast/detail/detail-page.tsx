import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FlashToast } from '../../ui/toasts/flash-toast.tsx'
import { AuditLines } from '../../users/audit/audit-lines.tsx'
import { MessageView } from '../message-view.tsx'
import { NotConnected } from '../not-connected.tsx'
import { recipientsAddress } from '../recipients/recipients-query.ts'
import { StepNotice } from '../series/pages/series-page.tsx'
import { TokenRefused } from '../token-refused.tsx'
import { ActsRegion } from './acts-region.tsx'
import { AudienceFacts } from './audience-facts.tsx'
import type { BeginFormValues } from './begin-form.tsx'
import type { DetailView } from './detail-view.ts'
import { ProgressRegion } from './progress-region.tsx'
import { TestForm, type TestFormValues } from './test-form.tsx'

export interface DetailPageProps {
  view: DetailView
  acts: ActMessages
  flash: string | undefined
  problem?: string | undefined
  typed?: BeginFormValues | undefined
  tested?: TestFormValues | undefined
}

export function DetailPage({ view, acts, flash, problem, typed, tested }: DetailPageProps) {
  const { locale, t } = useLocale()
  const { row, content, history } = view
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }]} />
      <header className="admin-head">
        <h1>{row.name}</h1>
      </header>
      <FlashToast>{flash}</FlashToast>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <StepNotice seriesId={row.seriesId} />
      {!view.isConnected && <NotConnected />}
      {view.isRefused && <TokenRefused />}
      <div className="broadcast-columns">
        <div>
          <ActsRegion view={view} typed={typed} />
          {row.startedAt !== null && <ProgressRegion view={view} />}
          {row.startedAt !== null && (
            <p>
              <a href={recipientsAddress(locale, row.id)}>{t('broadcast.recipientsAll')}</a>
            </p>
          )}
          <section className="panel" aria-labelledby="facts-title">
            <h2 id="facts-title">{t('broadcast.facts')}</h2>
            <AudienceFacts view={view} />
          </section>
          <TestForm view={view} typed={tested} />
        </div>
        <section className="panel" aria-labelledby="message-title">
          <h2 id="message-title">{t('broadcast.message')}</h2>
          <MessageView content={content} />
          <Clicks view={view} />
        </section>
      </div>
      <section className="panel" aria-labelledby="history-title">
        <h2 id="history-title">{t('broadcast.history')}</h2>
        {history.length === 0 ? <p className="faint">—</p> : <AuditLines lines={history} acts={acts} />}
      </section>
    </AdminLayout>
  )
}

function Clicks({ view: { clicks, content } }: { view: DetailView }) {
  const { locale, t } = useLocale()
  if (clicks.length === 0) return null
  const buttons = content.buttons.flat()
  return (
    <dl className="facts">
      {clicks.map(({ button, count }) => {
        const label = buttons[button]?.text
        return (
          <div key={button}>
            <dt>{label?.[locale] ?? label?.ru ?? label?.en ?? button + 1}</dt>
            <dd>{t('broadcast.clicked', { count, shown: formatNumber(locale, count) })}</dd>
          </div>
        )
      })}
    </dl>
  )
}
