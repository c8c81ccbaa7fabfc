import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { writeClock } from '../../i18n/moscow-time.ts'
import { formatClock } from '../../i18n/numbers.ts'
import { href, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { isPartial, leftOf } from '../broadcast.ts'
import { formatDuration } from '../duration.ts'
import { recipientsAddress } from '../recipient-states.ts'
import { ProgressBar, ReasonWord } from '../state-marks.tsx'
import { AbTestRegion } from '../variants/ab-test-region.tsx'
import type { ReasonCount } from './detail-queries.ts'
import type { ProgressView } from './detail-view.ts'

export function ProgressRegion({ view }: { view: ProgressView }) {
  const { locale, t } = useLocale()
  const { row } = view
  const { id, state, task } = row
  const address = `${localised(locale, href(paths.broadcast, { id }))}?part=progress`
  const isMoving = state === 'scheduled' || state === 'preparing' || state === 'running' || task !== null
  return (
    <section
      id="broadcast-progress"
      className="panel"
      aria-labelledby="progress-title"
      data-moves={isMoving || undefined}
      data-events={localised(locale, href(paths.broadcastProgress, { id }))}
      hx-get={address}
      hx-trigger="broadcast-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      <h2 id="progress-title">{t('broadcast.progress.label')}</h2>
      <ProgressBar of={row} isPartial={isPartial(row)} />
      {isPartial(row) && <p>{t(`broadcast.progress.partial.${partialOf(view)}`)}</p>}
      <Pausing view={view} />
      {view.isQuiet && <p>{t('broadcast.progress.quiet', { until: writeClock(row.quietTo) })}</p>}
      {view.frozenUntil !== undefined && (
        <p>{t('broadcast.progress.frozen', { until: formatClock(locale, view.frozenUntil) })}</p>
      )}
      <Counters view={view} />
      <Task view={view} />
      {view.counts && <AbTestRegion row={row} counts={view.counts} hasCountedButton={view.hasCountedButton} />}
      <noscript>
        <p>
          <a href={localised(locale, href(paths.broadcast, { id }))}>{t('broadcast.progress.refresh')}</a>
        </p>
      </noscript>
    </section>
  )
}

/** Returns the note about an incomplete audience. During quiet hours no recipients are added either. */
function partialOf({ row: { state }, isQuiet }: ProgressView) {
  if (state === 'cancelled') return state
  return state === 'paused' || isQuiet ? 'paused' : 'running'
}

/** Reasons of an automatic pause for which there is a text on what to do */
const remedies = ['revoked', 'content', 'errors', 'strangers', 'restored', 'late'] as const

function Pausing({ view: { row } }: { view: ProgressView }) {
  const { t } = useLocale()
  if (row.state !== 'paused' || (row.reason === null && row.error === null)) return null
  const remedy = remedies.find((reason) => reason === row.reason)
  return (
    <Notice kind="warning">
      <p>
        {t('broadcast.progress.pausedBecause')} <ReasonWord reason={row.reason} />
      </p>
      {row.error && (
        <p>
          {t('broadcast.telegramSays')} <q lang="en">{row.error}</q>
        </p>
      )}
      {remedy && <p>{t(`broadcast.progress.remedies.${remedy}`)}</p>}
    </Notice>
  )
}

function Counters({ view: { row, rate, leftMs, reasons } }: { view: ProgressView }) {
  const { locale, t } = useLocale()
  const number = (value: number) => formatNumber(locale, value)
  const { id } = row
  const of = (state: ReasonCount['state']) => <Reasons reasons={reasons.filter((each) => each.state === state)} />
  return (
    <dl className="broadcast-counters">
      <Counter
        name={t('broadcast.progress.sent')}
        value={number(row.sent)}
        to={recipientsAddress(locale, id, 'sent')}
      />
      <Counter
        name={t('broadcast.progress.failed')}
        value={number(row.failed)}
        to={recipientsAddress(locale, id, 'failed')}
      >
        {of('failed')}
      </Counter>
      <Counter
        name={t('broadcast.progress.unknown')}
        value={number(row.unknown)}
        to={recipientsAddress(locale, id, 'unknown')}
      >
        {of('unknown')}
      </Counter>
      <Counter
        name={t('broadcast.progress.skipped')}
        value={number(row.skipped)}
        to={recipientsAddress(locale, id, 'skipped')}
      >
        {of('skipped')}
      </Counter>
      <Counter
        name={t('broadcast.progress.left')}
        value={`${number(leftOf(row))}${isPartial(row) && row.state !== 'cancelled' ? '+' : ''}`}
        to={recipientsAddress(locale, id, 'waiting')}
      />
      {row.dropped > 0 && <Counter name={t('broadcast.progress.dropped')} value={number(row.dropped)} />}
      <Counter name={t('broadcast.progress.clicks')} value={number(row.clicks)} />
      {rate !== undefined && (
        <Counter
          name={t('broadcast.progress.rate')}
          value={t('broadcast.progress.perSecond', { rate: number(Math.round(rate * 10) / 10) })}
        />
      )}
      {leftMs !== undefined && leftMs > 0 && (
        <Counter name={t('broadcast.progress.eta')} value={formatDuration(locale, leftMs)} />
      )}
    </dl>
  )
}

function Reasons({ reasons }: { reasons: readonly ReasonCount[] }) {
  const { locale } = useLocale()
  return (
    <ul className="broadcast-reasons">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          <ReasonWord reason={reason} />: {formatNumber(locale, count)}
        </li>
      ))}
    </ul>
  )
}

interface CounterProps {
  name: string
  value: string
  to?: string
  children?: ReactNode
}

function Counter({ name, value, to, children }: CounterProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {to && value !== '0' ? <a href={to}>{value}</a> : value}
        {children}
      </dd>
    </div>
  )
}

function Task({ view: { row } }: { view: ProgressView }) {
  const { locale, t } = useLocale()
  const { task, taskDone, taskTotal, taskFailed } = row
  const failed = { count: formatNumber(locale, taskFailed) }
  if (task === null)
    return taskFailed > 0 ? <p className="broadcast-task">{t('broadcast.tasks.left', failed)}</p> : null
  const numbers = { done: formatNumber(locale, taskDone), total: formatNumber(locale, taskTotal) }
  return (
    <p className="broadcast-task">
      {t(`broadcast.tasks.${task}`)} {t('broadcast.progress.of', numbers)}
      {taskFailed > 0 && ` · ${t('broadcast.tasks.failed', failed)}`}
    </p>
  )
}
