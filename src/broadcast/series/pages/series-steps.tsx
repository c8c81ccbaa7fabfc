import { useLocale } from '../../../i18n/context.tsx'
import { formatNumber } from '../../../i18n/format.ts'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { BroadcastRow } from '../../broadcast.ts'
import { readContent } from '../../content.ts'
import { MessageView } from '../../message-view.tsx'
import { maySeries, mostSteps } from '../series.ts'
import { delayOf } from './series-form.ts'
import type { SeriesView } from './series-page.tsx'

/** One below the other, each with who waits for it and what has become of it. */
export function SeriesSteps({ view }: { view: SeriesView }) {
  const { locale, t } = useLocale()
  const { row, steps } = view
  const canEdit = maySeries('edit', row)
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{t('series.steps')}</h2>
      {steps.length === 0 && <p className="broadcast-nothing">{t('series.noSteps')}</p>}
      <ol className="series-steps">
        {steps.map((step) => (
          <Step key={step.id} view={view} step={step} canEdit={canEdit} />
        ))}
      </ol>
      {canEdit && steps.length < mostSteps && (
        <Button href={localised(locale, href(paths.newSeriesStep, { id: row.id }))} kind="quiet" icon="i-lucide-plus">
          {t('series.addStep')}
        </Button>
      )}
    </section>
  )
}

function Step({ view, step, canEdit }: { view: SeriesView; step: BroadcastRow; canEdit: boolean }) {
  const { locale, t } = useLocale()
  const { row, people } = view
  const position = step.seriesPosition ?? 0
  const { count, unit } = delayOf(step.delayMinutes ?? 0)
  const waiting = people.find((place) => place.state === 'waiting' && place.position === position)?.count ?? 0
  const counts = [
    [t('series.waiting'), waiting],
    [t('series.sent'), step.sent],
    [t('series.failed'), step.failed],
    [t('broadcast.progress.unknown'), step.unknown],
    [t('series.clicks'), step.clicks],
  ] as const
  const place = { id: row.id, step: String(position + 1) }
  return (
    <li className="panel">
      <h3>
        {t('series.step', { step: position + 1 })}{' '}
        <span className="faint">{count === 0 ? t('series.atOnce') : t(`series.after.${unit}`, { count })}</span>
      </h3>
      {row.state === 'running' && step.state === 'paused' && (
        <Notice kind="error">
          {t('series.paused')} {step.error && <q lang="en">{step.error}</q>}
        </Notice>
      )}
      <dl className="broadcast-counters">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(locale, value)}</dd>
          </div>
        ))}
      </dl>
      <MessageView content={readContent(step.content)} />
      <div className="broadcast-acts">
        {canEdit && (
          <Button href={localised(locale, href(paths.seriesStep, place))} kind="quiet" icon="i-lucide-pencil">
            {t('series.acts.edit')}
          </Button>
        )}
        {step.startedAt !== null && (
          <Button href={localised(locale, href(paths.broadcast, { id: step.id }))} kind="quiet" icon="i-lucide-send">
            {t('series.recipients')}
          </Button>
        )}
      </div>
    </li>
  )
}
