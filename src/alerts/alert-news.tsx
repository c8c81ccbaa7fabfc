import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { Instrument } from '../market/instrument.ts'
import { formatPrice } from '../market/price-format.ts'
import { href, paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { PriceAlert } from './alert.ts'

export interface AlertNewsProps {
  children?: ReactNode
}

/** Region on every page of the app; polls for fired alerts while visible. Without JavaScript, the list shows them. */
export function AlertNews({ children }: AlertNewsProps) {
  const { locale, t } = useLocale()
  return (
    <section
      id="alert-news"
      className="alert-news"
      aria-live="polite"
      aria-label={t('alerts.news')}
      hx-get={localised(locale, paths.alertNews)}
      hx-trigger="alert-news"
      hx-swap="innerMorph swapEmpty:true"
      data-alert-news
    >
      {children}
    </section>
  )
}

export interface AlertNewsListProps {
  /** Fired alerts that the user has not seen, oldest first */
  alerts: PriceAlert[]
  /** Number of all unseen alerts, including those shown only after these have been seen */
  total?: number
  instrument(asset: string): Instrument | undefined
}

export function AlertNewsList({ alerts, total = alerts.length, instrument }: AlertNewsListProps) {
  const { locale, t } = useLocale()
  if (alerts.length === 0) return null
  const action = localised(locale, paths.alertSeen)
  return (
    <form method="post" action={action} hx-post={action} hx-target="#alert-news" hx-swap="innerMorph swapEmpty:true">
      {alerts.length > 1 && (
        <p className="alert-news-count">
          <Icon name="i-lucide-bell-ring" />
          <a href={localised(locale, paths.alerts)}>{t('alerts.newsCount', { total })}</a>
        </p>
      )}
      <ul>
        {alerts.map(({ id, asset, firedPrice, firedAt, note }) => (
          <li key={id} id={`news-${id}`}>
            <input type="hidden" name="id" value={id} />
            <Icon name="i-lucide-bell-ring" />
            <div>
              <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>
                {t('alerts.reached', {
                  asset,
                  price: formatPrice(locale, firedPrice ?? 0, instrument(asset)?.priceDigits ?? 2),
                })}
              </a>
              {note && <p>{note}</p>}
              <small>{firedAt !== null && formatTime(locale, firedAt)}</small>
            </div>
          </li>
        ))}
      </ul>
      <button type="submit" className="button button-quiet">
        {t('alerts.seen')}
      </button>
    </form>
  )
}
