import { useLocale } from '../../i18n/context.tsx'
import { localised, splitLocale } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { useFrame } from '../frame.tsx'
import { Icon } from '../icon.tsx'

/** Value of `listed` on the page that lists all alerts */
export const listsAll = 'all'

/** Returns which fired alerts the page itself lists: those of an asset, all, or none (undefined). */
function listedOn(path: string): string | undefined {
  const page = splitLocale(path).path
  if (page === paths.alerts) return listsAll
  const start = href(paths.enigmaAsset, { asset: '' })
  return page.startsWith(start) ? page.slice(start.length) : undefined
}

/** Bar for fired alerts, which is empty until the browser asks for them; it shows none that the page lists itself. */
export function AlertNews() {
  const { path } = useFrame()
  const { locale, t } = useLocale()
  const listed = listedOn(path)
  const address = localised(locale, paths.alertNews)
  return (
    <section
      id="alert-news"
      className="alert-news"
      aria-live="polite"
      aria-label={t('alerts.news')}
      hx-get={listed ? `${address}?listed=${listed}` : address}
      hx-trigger="load, alert-news"
      hx-swap="innerMorph swapEmpty:true"
      data-alert-news
    />
  )
}

export interface NotificationCenterProps {
  /** Number of fired alerts that the user has not seen */
  unseen: number
}

/** Button of the header with the number of unseen notifications, and their list. The list opens without scripts. */
export function NotificationCenter({ unseen }: NotificationCenterProps) {
  const { locale, t } = useLocale()
  return (
    <div className="notifications">
      <button
        type="button"
        className="notifications-open"
        popoverTarget="notification-panel"
        aria-label={t('ui.notifications')}
        aria-describedby="alerts-unseen"
        title={t('ui.notifications')}
      >
        <Icon name="i-lucide-bell" />
        <UnseenAlerts total={unseen} />
      </button>
      <section
        id="notification-panel"
        className="notifications-panel"
        popover="auto"
        aria-labelledby="notifications-title"
      >
        <h2 id="notifications-title">{t('ui.notifications')}</h2>
        <div id="notification-list">
          <p>{unseen > 0 ? t('alerts.unseen', { total: unseen }) : t('alerts.noNews')}</p>
        </div>
        <a href={localised(locale, paths.alerts)}>{t('alerts.all')}</a>
        <div
          className="alert-sound"
          hidden
          data-alert-sound
          data-on={t('alerts.sound.on')}
          data-off={t('alerts.sound.off')}
          data-blocked={t('alerts.sound.blocked')}
        >
          <button type="button" className="button button-quiet" aria-pressed="false">
            <Icon name="i-lucide-bell-ring" />
            {t('alerts.sound.act')}
          </button>
          <p role="status" />
        </div>
      </section>
    </div>
  )
}

export interface UnseenAlertsProps {
  total: number
  /** Time at which the newest of them fired, ms UTC */
  firedAt?: number | undefined
  /** Whether the element is sent along with another region and swapped in out of band */
  isOutOfBand?: boolean
}

export function UnseenAlerts({ total, firedAt, isOutOfBand = false }: UnseenAlertsProps) {
  const { t } = useLocale()
  return (
    // The text describes the button and must not be part of its name.
    <span
      id="alerts-unseen"
      className="unseen-alerts"
      aria-hidden="true"
      data-total={total}
      data-fired={firedAt}
      {...(isOutOfBand && { 'hx-swap-oob': 'true' })}
    >
      {total > 0 && <span className="visually-hidden">{t('alerts.unseen', { total })}</span>}
    </span>
  )
}
