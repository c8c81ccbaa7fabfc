import type { BroadcastState } from '../db/broadcast-states.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatNumber } from '../i18n/format.ts'
import { type Counters, leftOf, reasons } from './broadcast.ts'

export function StateBadge({ state }: { state: BroadcastState }) {
  const { t } = useLocale()
  return <span className={`badge broadcast-state broadcast-state-${state}`}>{t(`broadcast.states.${state}`)}</span>
}

/**
 * Shows the number of finished recipients, without the canceled ones. Shows a dash before the audience is frozen; a
 * plus after the total means that the audience is incomplete.
 */
export function ProgressBar({ of, isPartial }: { of: Counters; isPartial: boolean }) {
  const { locale, t } = useLocale()
  if (of.total === 0) return <span className="faint">—</span>
  const done = of.total - leftOf(of) - of.dropped
  const numbers = {
    done: formatNumber(locale, done),
    total: `${formatNumber(locale, of.total)}${isPartial ? '+' : ''}`,
  }
  return (
    <span className="broadcast-progress">
      <progress value={done} max={of.total} aria-label={t('broadcast.progress.label')} />
      <span>{t('broadcast.progress.of', numbers)}</span>
    </span>
  )
}

/** Shows the text of a reason; an unknown reason is shown unchanged. */
export function ReasonWord({ reason }: { reason: string | null }) {
  const { t } = useLocale()
  const word = reasons.find((own) => own === reason)
  return <>{word ? t(`broadcast.reasons.${word}`) : (reason ?? t('broadcast.reasons.none'))}</>
}
