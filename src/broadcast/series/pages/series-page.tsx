import type { ActMessages } from '../../../auth/audit.ts'
import { useLocale } from '../../../i18n/context.tsx'
import { languageNames, locales, localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { Button, SubmitButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AdminLayout } from '../../../ui/layouts/app.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FlashToast } from '../../../ui/toasts/toasts.tsx'
import { AuditLines } from '../../../users/audit/audit-lines.tsx'
import type { AuditLine } from '../../../users/audit/audit-queries.ts'
import { type BroadcastRow, waitsForApproval } from '../../broadcast.ts'
import { readContent } from '../../content.ts'
import { MessageView } from '../../message-view.tsx'
import { NotConnected } from '../../sender-notices.tsx'
import { isSeriesActPossible, maxSteps } from '../series.ts'
import { SeriesActs, type SeriesActsView } from './series-acts-region.tsx'
import { delayOf } from './series-form.ts'
import { SeriesProgress, type SeriesProgressView } from './series-progress-region.tsx'

export interface SeriesView extends SeriesProgressView, SeriesActsView {
  steps: readonly BroadcastRow[]
  history: AuditLine[]
  isConnected: boolean
  by: string
  /** Whether the viewer has a chat that test messages can be sent to */
  hasOwnChat: boolean
}

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

function SeriesSteps({ view }: { view: SeriesView }) {
  const { locale, t } = useLocale()
  const { row, steps, isConnected, hasOwnChat } = view
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{t('series.steps')}</h2>
      {steps.length === 0 && <EmptyState icon="i-lucide-list-ordered" title={t('series.noSteps')} />}
      {steps.length > 0 && isConnected && !hasOwnChat && <p className="field-hint">{t('series.testNotLinked')}</p>}
      <ol className="series-steps">
        {steps.map((step) => (
          <Step key={step.id} view={view} step={step} />
        ))}
      </ol>
      {isSeriesActPossible('edit', row) && steps.length < maxSteps && (
        <Button href={localised(locale, href(paths.newSeriesStep, { id: row.id }))} kind="quiet" icon="i-lucide-plus">
          {t('series.addStep')}
        </Button>
      )}
    </section>
  )
}

function Step({ view, step }: { view: SeriesView; step: BroadcastRow }) {
  const { t } = useLocale()
  const number = (step.seriesPosition ?? 0) + 1
  const { count, unit } = delayOf(step.delayMinutes ?? 0)
  return (
    <li className="panel" id={`step-${number}`}>
      <h3>
        {t('series.step', { step: number })}{' '}
        <span className="faint">{count === 0 ? t('series.atOnce') : t(`series.after.${unit}`, { count })}</span>{' '}
        {step.needsApproval && (
          <span className="badge">{t(waitsForApproval(step) ? 'series.waitsForApproval' : 'series.isApproved')}</span>
        )}
      </h3>
      <MessageView content={readContent(step.content)} />
      <StepActs view={view} step={step} />
    </li>
  )
}

interface StepActsProps {
  view: SeriesView
  step: BroadcastRow
}

/** Acts that are possible for a step now, as forms that work without JavaScript. */
function StepActs({ view, step }: StepActsProps) {
  const { locale, t } = useLocale()
  const { row, by, isConnected, hasOwnChat } = view
  const place = { id: row.id, step: String((step.seriesPosition ?? 0) + 1) }
  const canEdit = isSeriesActPossible('edit', row)
  const isOwn = step.editedBy === by
  return (
    <>
      {canEdit && waitsForApproval(step) && isOwn && <p className="field-hint">{t('series.waitsForOther')}</p>}
      <div className="broadcast-acts">
        {canEdit && waitsForApproval(step) && !isOwn && (
          <form method="post" action={localised(locale, href(paths.seriesStepApproval, place))}>
            <input type="hidden" name="id" value={step.id} />
            <input type="hidden" name="revision" value={step.revision} />
            <SubmitButton icon="i-lucide-check">{t('series.acts.approve')}</SubmitButton>
          </form>
        )}
        {canEdit && (
          <Button href={localised(locale, href(paths.seriesStep, place))} kind="quiet" icon="i-lucide-pencil">
            {t('series.acts.edit')}
          </Button>
        )}
        {isSeriesActPossible('arrange', row) && view.steps.length > 1 && <MoveForm view={view} step={step} />}
        {isConnected && hasOwnChat && (
          <form className="series-test" method="post" action={localised(locale, href(paths.seriesStepTest, place))}>
            <span>{t('series.testTo')}</span>
            {locales.map((each) => (
              <SubmitButton key={each} kind="quiet" icon="i-lucide-send" name="locale" value={each}>
                {languageNames[each]}
              </SubmitButton>
            ))}
          </form>
        )}
      </div>
    </>
  )
}

function MoveForm({ view: { row, steps }, step }: StepActsProps) {
  const { locale, t } = useLocale()
  const position = step.seriesPosition ?? 0
  const name = t('series.step', { step: position + 1 })
  const ways = [
    ['up', position === 0],
    ['down', position === steps.length - 1],
  ] as const
  const action = localised(locale, href(paths.seriesStepPlace, { id: row.id, step: String(position + 1) }))
  return (
    <form className="series-move" method="post" action={action}>
      <input type="hidden" name="id" value={step.id} />
      {ways.map(([way, isDisabled]) => {
        const label = `${name}: ${t(`series.acts.${way}`)}`
        return (
          <button
            key={way}
            type="submit"
            className="editor-tool"
            name="way"
            value={way}
            aria-label={label}
            title={label}
            disabled={isDisabled}
          >
            <Icon name={`i-lucide-arrow-${way}`} />
          </button>
        )
      })}
    </form>
  )
}
