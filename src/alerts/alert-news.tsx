import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { Instrument } from '../market/instrument.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { firedAlertPath, type PriceAlert } from './alert.ts'
import { firedText } from './alert-words.ts'

/** Maximum number of fired alerts that the list of notifications shows; a link leads to the others. */
const maxNews = 5

export interface AlertNewsProps {
  /** Fired alerts that the user has not seen, oldest first */
  alerts: readonly PriceAlert[]
  instrument(asset: string): Instrument | undefined
}

/** One line about the newest fired alert, with the number of the others. */
export function AlertNewsBar({ alerts, instrument }: AlertNewsProps) {
  const { locale, t } = useLocale()
  const newest = alerts.at(-1)
  if (!newest) return null
  const others = alerts.length - 1
  return (
    <SeenForm alerts={alerts} className="notice alert-news-bar">
      <Icon name="i-lucide-bell-ring" />
      <p>
        <AlertLink alert={newest} instrument={instrument} />
        {others > 0 && <a href={localised(locale, paths.alerts)}>{t('alerts.newsMore', { total: others })}</a>}
      </p>
    </SeenForm>
  )
}

export function NotificationList({ alerts, instrument }: AlertNewsProps) {
  const { t } = useLocale()
  const newest = alerts.slice(-maxNews).reverse()
  return (
    <div id="notification-list" hx-swap-oob="innerMorph">
      {alerts.length === 0 && <p>{t('alerts.noNews')}</p>}
      {alerts.length > 0 && (
        <SeenForm alerts={alerts} className="notification-list">
          <ul>
            {newest.map((alert) => (
              <li key={alert.id} id={`news-${alert.id}`}>
                <AlertLink alert={alert} instrument={instrument} />
                {alert.note && <p>{alert.note}</p>}
              </li>
            ))}
          </ul>
          {alerts.length > maxNews && <p>{t('alerts.newsMore', { total: alerts.length - maxNews })}</p>}
        </SeenForm>
      )}
    </div>
  )
}

interface AlertLinkProps extends Pick<AlertNewsProps, 'instrument'> {
  alert: PriceAlert
}

/** Direction, price and time of a fired alert, as a link to where they can be seen. */
function AlertLink({ alert, instrument: find }: AlertLinkProps) {
  const { locale, t } = useLocale()
  const instrument = find(alert.asset)
  return (
    <a href={localised(locale, firedAlertPath(alert, instrument))}>
      {firedText(alert, { locale, t, instrument })}
      {alert.firedAt !== null && <small>{` · ${formatTime(locale, alert.firedAt)}`}</small>}
    </a>
  )
}

interface SeenFormProps {
  alerts: readonly PriceAlert[]
  className: string
  children: ReactNode
}

/** Form that marks the alerts as seen, wherever they are shown. */
function SeenForm({ alerts, className, children }: SeenFormProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.alertSeen)
  return (
    <form
      method="post"
      action={action}
      className={className}
      hx-post={action}
      hx-target="#alert-news"
      hx-swap="innerMorph swapEmpty:true"
    >
      {alerts.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      {children}
      <button type="submit" className="button button-quiet">
        {t('alerts.seen')}
      </button>
    </form>
  )
}
