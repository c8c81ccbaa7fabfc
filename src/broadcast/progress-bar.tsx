import { useLocale } from '../i18n/context.tsx'
import { formatNumber } from '../i18n/format.ts'
import { type Counters, leftOf } from './broadcast.ts'

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
