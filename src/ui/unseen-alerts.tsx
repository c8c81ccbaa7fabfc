import { useLocale } from '../i18n/context.tsx'

export interface UnseenAlertsProps {
  total: number
  /** Comes along with another region, and takes its place in the page */
  isCompanion?: boolean
}

/** How many alerts have fired and were not seen, behind the tab that leads to them. */
export function UnseenAlerts({ total, isCompanion = false }: UnseenAlertsProps) {
  const { t } = useLocale()
  return (
    <span id="alerts-unseen" className="enigma-unseen" {...(isCompanion && { 'hx-swap-oob': 'true' })}>
      {total > 0 ? t('alerts.unseen', { total }) : ''}
    </span>
  )
}
