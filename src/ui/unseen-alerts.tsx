import { useLocale } from '../i18n/context.tsx'

export interface UnseenAlertsProps {
  total: number
  /** Whether the element is sent along with another region and swapped in out of band */
  isOutOfBand?: boolean
}

export function UnseenAlerts({ total, isOutOfBand = false }: UnseenAlertsProps) {
  const { t } = useLocale()
  return (
    <span id="alerts-unseen" className="unseen-alerts" {...(isOutOfBand && { 'hx-swap-oob': 'true' })}>
      {total > 0 && (
        <>
          <span aria-hidden="true">{total}</span>
          <span className="visually-hidden">{t('alerts.unseen', { total })}</span>
        </>
      )}
    </span>
  )
}
