import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { writeClock } from '../../../i18n/moscow-time.ts'
import { FormKey } from '../../../pages/form-key.tsx'
import { href, paths } from '../../../paths.ts'
import { Button, SubmitButton } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import type { BroadcastRow } from '../../broadcast.ts'
import { versionOf } from '../../detail/acts-region.tsx'
import { NoSender } from '../../sender-notices.tsx'
import { isSeriesActPossible, type SeriesRow } from '../series.ts'
import { stepsVersion } from '../step-queries.ts'
import { SeriesBadge } from './series-badge.tsx'

export interface SeriesActsView {
  row: SeriesRow
  steps: readonly Pick<BroadcastRow, 'id' | 'revision'>[]
  /** Name of the broadcast whose button starts the series, if one does */
  clicked: string | undefined
  isUnattended: boolean
}

/** Identifies the version that the page shows: the series and its steps in order. */
export function seriesVersionOf({ row, steps }: Pick<SeriesActsView, 'row' | 'steps'>): string {
  return `${versionOf(row)}-${stepsVersion(steps)}`
}

/** Region of the acts that are possible now, as forms that work without JavaScript. */
export function SeriesActs({ view }: { view: SeriesActsView }) {
  const { locale, t } = useLocale()
  const { row } = view
  return (
    <section
      id="series-acts"
      data-confirms
      className="panel"
      aria-labelledby="acts-title"
      data-state={row.state}
      data-events={localised(locale, href(paths.seriesProgress, { id: row.id }))}
      hx-get={`${localised(locale, href(paths.series, { id: row.id }))}?part=acts&seen=${seriesVersionOf(view)}`}
      hx-trigger="broadcast-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      <h2 id="acts-title">
        {t('series.state')}: <SeriesBadge state={row.state} />
      </h2>
      {view.isUnattended && <NoSender />}
      <Facts view={view} />
      <p className="field-hint">{t('series.editHint')}</p>
      <div className="broadcast-acts">
        <TurnForms view={view} />
        {isSeriesActPossible('edit', row) && (
          <Button href={localised(locale, href(paths.seriesEdit, { id: row.id }))} kind="quiet" icon="i-lucide-pencil">
            {t('series.acts.edit')}
          </Button>
        )}
        <form method="post" action={localised(locale, href(paths.seriesCopy, { id: row.id }))}>
          <FormKey />
          <SubmitButton kind="quiet" icon="i-lucide-copy">
            {t('series.acts.clone')}
          </SubmitButton>
        </form>
        {isSeriesActPossible('remove', row) && <RemovalForm row={row} />}
      </div>
    </section>
  )
}

function Facts({ view: { row, clicked } }: { view: SeriesActsView }) {
  const { t } = useLocale()
  const begins =
    row.clickedBroadcast === null
      ? t('series.begin.start')
      : t('series.begin.click', { name: clicked ?? t('series.gone') })
  const quiet = row.quietFrom === null ? '—' : `${writeClock(row.quietFrom)}–${writeClock(row.quietTo)}`
  const facts = [
    [t('series.begins'), row.clickedButton === null ? begins : `${begins} · ${row.clickedButton + 1}`],
    [t('broadcast.form.quiet'), quiet],
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

function TurnForms({ view: { row, steps } }: { view: Pick<SeriesActsView, 'row' | 'steps'> }) {
  const { locale, t } = useLocale()
  const to = (path: typeof paths.seriesAct | typeof paths.seriesStart) => localised(locale, href(path, { id: row.id }))
  const revision = <input type="hidden" name="revision" value={row.revision} />
  if (isSeriesActPossible('stop', row)) {
    return (
      <form method="post" action={to(paths.seriesAct)}>
        {revision}
        <SubmitButton kind="quiet" icon="i-lucide-pause" name="act" value="stop">
          {t('series.acts.stop')}
        </SubmitButton>
      </form>
    )
  }
  return (
    steps.length > 0 && (
      <form method="post" action={to(paths.seriesStart)}>
        {revision}
        <input type="hidden" name="steps" value={stepsVersion(steps)} />
        <SubmitButton icon="i-lucide-play">
          {t(row.startedAt === null ? 'series.acts.start' : 'series.acts.resume')}
        </SubmitButton>
      </form>
    )
  )
}

function RemovalForm({ row }: { row: SeriesRow }) {
  const { locale, t } = useLocale()
  return (
    <Confirm className="broadcast-sure" label={`${t('series.acts.remove')}…`}>
      <form method="post" action={localised(locale, href(paths.seriesAct, { id: row.id }))}>
        <input type="hidden" name="revision" value={row.revision} />
        <p>{t('series.sure')}</p>
        <SubmitButton kind="danger" icon="i-lucide-trash-2" name="act" value="remove">
          {t('series.acts.remove')}
        </SubmitButton>
      </form>
    </Confirm>
  )
}
