import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type BroadcastRow, waitsForApproval } from '../../broadcast.ts'
import { readContent } from '../../content.ts'
import { MessageView } from '../../message-view.tsx'
import { isSeriesActPossible, maxSteps } from '../series.ts'
import { delayOf } from './series-form.ts'
import type { SeriesView } from './series-view.ts'
import { StepActs } from './step-acts.tsx'

export function SeriesSteps({ view }: { view: SeriesView }) {
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
