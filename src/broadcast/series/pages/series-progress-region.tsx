import { useLocale } from '../../../i18n/context.tsx'
import { formatNumber } from '../../../i18n/format.ts'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { scrollRegion } from '../../../ui/scroll-region.ts'
import type { BroadcastRow } from '../../broadcast.ts'
import type { PlaceCount } from '../people-queries.ts'
import { type SeriesRow, sumOf } from '../series.ts'

export interface SeriesProgressView {
  row: SeriesRow
  steps: readonly BroadcastRow[]
  people: readonly PlaceCount[]
}

export function SeriesProgress({ view }: { view: SeriesProgressView }) {
  const { locale, t } = useLocale()
  const { row, steps, people } = view
  const totals = [
    [t('series.waiting'), sumOf(people, 'waiting')],
    [t('series.done'), sumOf(people, 'done')],
    [t('series.left'), sumOf(people, 'left')],
  ] as const
  return (
    <section
      id="series-progress"
      className="panel"
      aria-labelledby="series-progress-title"
      data-events={localised(locale, href(paths.seriesProgress, { id: row.id }))}
      hx-get={`${localised(locale, href(paths.series, { id: row.id }))}?part=progress`}
      hx-trigger="broadcast-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      <h2 id="series-progress-title">{t('series.progress')}</h2>
      <dl className="broadcast-counters">
        {totals.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(locale, count)}</dd>
          </div>
        ))}
      </dl>
      {steps.length > 0 && <StepTable view={view} />}
    </section>
  )
}

function StepTable({ view: { row, steps, people } }: { view: SeriesProgressView }) {
  const { t } = useLocale()
  const columns = [
    t('series.waiting'),
    t('series.sent'),
    t('series.failed'),
    t('broadcast.progress.unknown'),
    t('series.clicks'),
  ]
  return (
    <div className="broadcast-scroll" {...scrollRegion(t('series.progress'))}>
      <table className="broadcast-table">
        <thead>
          <tr>
            <th scope="col">{t('series.steps')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <StepLine key={step.id} row={row} step={step} people={people} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface StepLineProps extends Omit<SeriesProgressView, 'steps'> {
  step: BroadcastRow
  columns: readonly string[]
}

function StepLine({ row, step, people, columns }: StepLineProps) {
  const { locale, t } = useLocale()
  const position = step.seriesPosition ?? 0
  const waiting = people.find((place) => place.state === 'waiting' && place.position === position)?.count ?? 0
  const counts = [waiting, step.sent, step.failed, step.unknown, step.clicks]
  const name = t('series.step', { step: position + 1 })
  return (
    <tr data-row>
      <th scope="row">
        {step.startedAt === null ? (
          name
        ) : (
          <a href={localised(locale, href(paths.broadcast, { id: step.id }))}>{name}</a>
        )}
        {row.state === 'running' && step.state === 'paused' && (
          <p className="field-error">
            <span>
              {t('series.paused')} {step.error && <q lang="en">{step.error}</q>}
            </span>
          </p>
        )}
      </th>
      {counts.map((count, at) => (
        <td key={columns[at]} data-label={columns[at]}>
          {formatNumber(locale, count)}
        </td>
      ))}
    </tr>
  )
}
