import type { ReactNode } from 'react'
import { directionOf, formatGain, formatMoney } from '../bots/bot-numbers.ts'
import type { MemberMoney, MoneyTotals } from '../bots/list/member-money.ts'
import { useLocale } from '../i18n/context.tsx'
import { formatNumber } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { WaitingAlerts } from './waiting-alerts.ts'

export interface MoneyTilesProps {
  money: MemberMoney
  alerts: WaitingAlerts
  /** Whether the heading takes the focus: the list of first steps above it has just been hidden */
  isFocused?: boolean
}

/** The first row of the overview: what the member's money does, and what the member waits for. */
export function MoneyTiles({ money, alerts, isFocused = false }: MoneyTilesProps) {
  const { t } = useLocale()
  return (
    <section className="start-money" aria-labelledby="start-money">
      <h2 id="start-money" tabIndex={-1} data-start-focus={isFocused || undefined}>
        {t('start.money.title')}
      </h2>
      <ul className="start-tiles">
        <BotsTile totals={money.bots} />
        <PaperTile totals={money.paper} />
        <PositionsTile money={money} />
        <AlertsTile alerts={alerts} />
      </ul>
    </section>
  )
}

interface TileProps {
  /** Path of the screen that the tile opens, without the locale prefix */
  path: string
  name: string
  prices?: MoneyTotals['prices'] | undefined
  value: ReactNode
  children: ReactNode
}

/** A tile is a link as a whole. Its room does not depend on its content, so that nothing shifts. */
function Tile({ path, name, prices = 'current', value, children }: TileProps) {
  const { locale, t } = useLocale()
  return (
    <li className="start-tile">
      <h3>
        <a href={localised(locale, path)}>{name}</a>
      </h3>
      {prices === 'loading' ? (
        <>
          <Skeleton lines={2} />
          <p className="visually-hidden">{t('start.money.loading')}</p>
        </>
      ) : (
        <>
          <p className="start-tile-value">{value}</p>
          {children}
          {prices === 'stale' && (
            <p className="start-tile-stale">
              <Icon name="i-lucide-clock-alert" />
              {t('market.standings.stale.mark')}
            </p>
          )}
        </>
      )}
    </li>
  )
}

function BotsTile({ totals }: { totals: MoneyTotals | undefined }) {
  const { t } = useLocale()
  if (!totals) {
    return (
      <Tile path={paths.bots} name={t('bots.title')} value={t('start.money.noBots')}>
        <p>{t('start.money.noBotsText')}</p>
      </Tile>
    )
  }
  const { running, count } = totals
  return (
    <Tile path={paths.bots} name={t('bots.title')} prices={totals.prices} value={<Equity totals={totals} />}>
      <DayResult totals={totals} />
      <p>{running > 0 ? t('start.money.running', { running, count }) : t('start.money.noneRuns')}</p>
    </Tile>
  )
}

function PaperTile({ totals }: { totals: MoneyTotals | undefined }) {
  const { t } = useLocale()
  if (!totals) {
    return (
      <Tile path={paths.paper} name={t('paper.title')} value={t('start.money.noDeals')}>
        <p>{t('start.money.noDealsText')}</p>
      </Tile>
    )
  }
  return (
    <Tile path={paths.paper} name={t('paper.title')} prices={totals.prices} value={<Equity totals={totals} />}>
      <DayResult totals={totals} />
      <p>{t('start.money.accounts', { count: totals.count })}</p>
    </Tile>
  )
}

function Equity({ totals: { quote, equity, running, count } }: { totals: MoneyTotals }) {
  const { locale, t } = useLocale()
  // Bots that were never started have no money yet.
  if (quote === undefined) return running === 0 && equity === 0 && count > 0 ? '—' : t('start.money.mixed')
  return (
    <>
      {formatMoney(locale, equity)} <small>{quote}</small>
    </>
  )
}

function DayResult({ totals: { quote, dayProfit } }: { totals: MoneyTotals }) {
  const { locale, t } = useLocale()
  if (quote === undefined) return null
  return (
    <p>
      <span className="change" data-direction={directionOf(dayProfit)}>
        {formatGain(locale, dayProfit)}
      </span>{' '}
      {t('start.money.day')}
    </p>
  )
}

function PositionsTile({ money: { bots, paper } }: { money: MemberMoney }) {
  const { locale, t } = useLocale()
  const places = [
    { path: paths.bots, name: t('bots.title'), totals: bots },
    { path: paths.paper, name: t('paper.title'), totals: paper },
  ].flatMap(({ totals, ...place }) => (totals && totals.positions > 0 ? { ...place, totals } : []))
  const count = places.reduce((sum, { totals }) => sum + totals.positions, 0)
  const quotes = new Set(places.map(({ totals }) => totals.quote))
  const [quote] = quotes
  const worth = places.reduce((sum, { totals }) => sum + totals.worth, 0)
  const prices = (['loading', 'stale'] as const).find((state) => places.some(({ totals }) => totals.prices === state))
  return (
    <Tile
      path={places[0]?.path ?? (bots ? paths.bots : paths.paper)}
      name={t('start.money.positions')}
      prices={prices}
      value={formatNumber(locale, count)}
    >
      {count === 0 && <p>{t('start.money.noPositions')}</p>}
      {count > 0 && quotes.size === 1 && quote !== undefined && (
        <p>{t('start.money.positionsWorth', { worth: `${formatMoney(locale, worth)} ${quote}` })}</p>
      )}
      {places.length > 1 && (
        <p className="start-tile-places">
          {places.map(({ path, name, totals }) => (
            <a key={path} href={localised(locale, path)}>
              {name}: {formatNumber(locale, totals.positions)}
            </a>
          ))}
        </p>
      )}
    </Tile>
  )
}

function AlertsTile({ alerts: { count, nearest } }: Pick<MoneyTilesProps, 'alerts'>) {
  const { locale, t } = useLocale()
  return (
    <Tile path={paths.alerts} name={t('start.money.alerts')} value={formatNumber(locale, count)}>
      {nearest ? (
        <p>
          {t('start.money.nearest', {
            base: nearest.base,
            price: formatPrice(locale, nearest.price, nearest.digits),
            change: formatChange(locale, nearest.change),
          })}
        </p>
      ) : (
        <p>{t(count === 0 ? 'start.money.noAlerts' : 'start.money.waiting')}</p>
      )}
    </Tile>
  )
}
