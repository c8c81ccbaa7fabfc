import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatPrice } from '../price-format.ts'
import { StartCard } from './start-card.tsx'
import type { FiredAlert } from './start-view.ts'

export interface FiredAlertsProps {
  /** Fired and not seen yet, oldest first */
  alerts: FiredAlert[]
}

/** What has happened while nobody looked; nothing when nothing has. */
export function FiredAlerts({ alerts }: FiredAlertsProps) {
  const { locale, t } = useLocale()
  if (alerts.length === 0) return null
  const more = { path: paths.alerts, text: t('market.start.allAlerts') }
  return (
    <StartCard id="fired-alerts" title={t('market.start.fired')} more={more}>
      <ul className="start-fired">
        {alerts.map(({ id, asset, instrument, firedPrice, firedAt, note }) => (
          <li key={id}>
            <Icon name="i-lucide-bell-ring" />
            <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>
              {t('market.start.reached', {
                asset,
                price: formatPrice(locale, firedPrice ?? 0, instrument?.priceDigits ?? 2),
              })}
            </a>
            {firedAt !== null && <time dateTime={new Date(firedAt).toISOString()}>{formatTime(locale, firedAt)}</time>}
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </StartCard>
  )
}
