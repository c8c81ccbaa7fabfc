import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { MarketState } from '../market/asset-state.ts'
import { type Instrument, pairOf } from '../market/instrument.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { minuteMs } from '../market/timeframe.ts'
import { href, paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { isExpired, type PriceAlert } from './alert.ts'
import { ruleOf } from './alert-rule.ts'
import { firedWords, ruleText, ruleWords, type WordOptions } from './alert-words.ts'

export interface AlertItemsProps {
  alerts: PriceAlert[]
  /** Returns the instrument of an alert; undefined for a delisted asset */
  instrument(asset: string): Instrument | undefined
  /** Redirect target after an alert was deleted: a path below the locale */
  back: string
  nothing: string
  isOfOneAsset?: boolean
  /** Time of the last price of each asset whose prices do not update, ms UTC */
  stale?: MarketState['stale']
  /** Time at which prices continue, ms UTC, while the market is closed */
  closedUntil?: number | undefined
  /** ms UTC */
  now: number
}

export function AlertItems({ alerts, nothing, isOfOneAsset = false, stale, ...shared }: AlertItemsProps) {
  const { instrument } = shared
  if (alerts.length === 0) return <EmptyState icon="i-lucide-bell" title={nothing} isSmall />
  return (
    <ul className="alert-items">
      {alerts.map((alert) => (
        <AlertItem
          key={alert.id}
          {...shared}
          alert={alert}
          instrument={instrument(alert.asset)}
          isOfOneAsset={isOfOneAsset}
          staleSince={stale?.[alert.asset]}
        />
      ))}
    </ul>
  )
}

interface AlertItemProps extends Pick<AlertItemsProps, 'back' | 'closedUntil' | 'now'> {
  alert: PriceAlert
  /** Undefined for a delisted asset, which has no page to link to */
  instrument: Instrument | undefined
  isOfOneAsset: boolean
  staleSince: number | undefined
}

function AlertItem({ alert, instrument, back, isOfOneAsset, staleSince, closedUntil, now }: AlertItemProps) {
  const { locale, t } = useLocale()
  const { id, asset, kind, value, basePrice, note, firedAt, seenAt } = alert
  const options = { locale, t, instrument }
  const digits = instrument?.priceDigits ?? 2
  const isOver = firedAt !== null || isExpired(alert, now)
  const percent = formatChange(locale, value)
  return (
    <li className="alert-item" data-fired={firedAt !== null || undefined}>
      <Icon name={iconOf(alert)} />
      <div>
        <p>
          {!isOfOneAsset &&
            (instrument ? (
              <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>{pairOf(instrument)}</a>
            ) : (
              asset
            ))}
          {!isOfOneAsset && kind !== 'level' && kind !== 'percent' && ':'}{' '}
          {firedAt === null ? ruleWords(alert, false, options) : firedWords(alert, options)}
          {kind === 'percent' && (
            <span className="alert-minor">
              {' '}
              ({t('alerts.fromBase', { percent, price: formatPrice(locale, basePrice, digits) })})
            </span>
          )}
          {firedAt !== null && seenAt === null && <span className="badge badge-active">{t('alerts.isNew')}</span>}
        </p>
        {note && <p className="alert-note">{note}</p>}
        <p className="alert-minor">{statusOf(alert, now, options)}</p>
        {!isOver && staleSince !== undefined && (
          <p className="alert-minor">{t('alerts.waitsStale', { at: formatTime(locale, staleSince) })}</p>
        )}
        {!isOver && closedUntil !== undefined && (
          <p className="alert-minor">{t('alerts.waitsClosed', { at: formatTime(locale, closedUntil) })}</p>
        )}
      </div>
      <form method="post" action={localised(locale, href(paths.alertRemoval, { id }))}>
        <input type="hidden" name="back" value={back} />
        <button
          type="submit"
          className="icon-button"
          aria-label={t('alerts.removeLabel', { about: ruleText(alert, options) })}
        >
          <Icon name="i-lucide-trash-2" />
        </button>
      </form>
    </li>
  )
}

/** Says when an alert was created and how often and until when it fires, or when it fired or expired. */
function statusOf(alert: PriceAlert, now: number, { locale, t }: WordOptions): string {
  const { createdAt, firedAt, pauseMs, resumesAt, expiresAt } = alert
  if (firedAt !== null) return formatTime(locale, firedAt)
  if (expiresAt !== null && isExpired(alert, now)) return t('alerts.expired', { at: formatTime(locale, expiresAt) })
  return [
    t('alerts.made', { at: formatTime(locale, createdAt) }),
    pauseMs !== null && t('alerts.repeats', { minutes: pauseMs / minuteMs }),
    resumesAt !== null && resumesAt > now && t('alerts.pausedUntil', { at: formatTime(locale, resumesAt) }),
    expiresAt !== null && t('alerts.expiresAt', { at: formatTime(locale, expiresAt) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function iconOf(
  alert: PriceAlert,
): 'i-lucide-bell-ring' | 'i-lucide-bell' | 'i-lucide-trending-up' | 'i-lucide-trending-down' {
  const rule = ruleOf(alert)
  if (alert.firedAt !== null) return 'i-lucide-bell-ring'
  if (rule?.kind === 'level') return rule.value > rule.basePrice ? 'i-lucide-trending-up' : 'i-lucide-trending-down'
  if (rule?.kind === 'percent' || rule?.kind === 'change') {
    return rule.value > 0 ? 'i-lucide-trending-up' : 'i-lucide-trending-down'
  }
  return 'i-lucide-bell'
}
