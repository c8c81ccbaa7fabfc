import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Instrument } from '../instrument.ts'
import { formatPrice } from '../price-format.ts'
import type { PriceAlert } from './alert.ts'

export interface AlertNewsProps {
  /** What it says at first: `AlertNewsList`, or nothing until it has asked */
  children?: ReactNode
}

/**
 * Where alerts that have fired show up, on whatever page of the app somebody looks at: it asks by itself while the page
 * is in sight. Without JavaScript the list of alerts says the same.
 */
export function AlertNews({ children }: AlertNewsProps) {
  const { locale, t } = useLocale()
  return (
    <section
      id="alert-news"
      className="alert-news"
      aria-live="polite"
      aria-label={t('enigma.alerts.news')}
      hx-get={localised(locale, paths.alertNews)}
      hx-trigger="alert-news"
      hx-swap="innerMorph"
      data-alert-news
    >
      {children}
    </section>
  )
}

export interface AlertNewsListProps {
  /** Fired and not seen, oldest first */
  alerts: PriceAlert[]
  instrument(asset: string): Instrument | undefined
}

/** What has fired and was not seen yet; saying "got it" takes all of it away. */
export function AlertNewsList({ alerts, instrument }: AlertNewsListProps) {
  const { locale, t } = useLocale()
  if (alerts.length === 0) return null
  const action = localised(locale, paths.alertSeen)
  return (
    <form method="post" action={action} hx-post={action} hx-target="#alert-news" hx-swap="innerMorph">
      <ul>
        {alerts.map(({ id, asset, firedPrice, firedAt, note }) => (
          <li key={id} id={`news-${id}`}>
            <input type="hidden" name="id" value={id} />
            <Icon name="i-lucide-bell-ring" />
            <div>
              <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>
                {t('enigma.alerts.reached', {
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
        {t('enigma.alerts.seen')}
      </button>
    </form>
  )
}
