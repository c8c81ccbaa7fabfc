import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { isTimeframe, minuteMs } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import { directionOf, formatGain, formatMoney, formatPart, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import type { PriceLevel, TradeMark } from '../drawing/marked-chart.ts'
import { PriceChartView } from '../drawing/price-chart-view.tsx'
import { moneyDigits } from '../engine/money.ts'
import { isAlive } from '../owner/bot-figures.ts'
import { BotDrift } from './bot-drift.tsx'
import { BotHead } from './bot-head.tsx'
import { PageLinks, placesQuery, regionId, statusKey, swapsBot } from './bot-links.tsx'
import { EntryText } from './bot-log-entry.tsx'
import { BotPosition } from './bot-position.tsx'
import { BotTrades } from './bot-trades.tsx'
import type { BotView } from './bot-view.ts'
import { reasonText } from './bot-words.ts'

/** Part of the page that changes while the bot runs; the event `bot-refresh` reloads it. */
export function BotRegion({ view }: { view: BotView }) {
  const { locale } = useLocale()
  const { address, places, row, waiting } = view
  const at = localised(locale, address) + placesQuery(places)
  return (
    <div
      id={regionId}
      className="bot-region"
      data-standing={statusKey(row)}
      data-runs={isAlive(row) || undefined}
      data-is-waiting={waiting.length > 0 || undefined}
      {...swapsBot(at)}
      hx-trigger="bot-refresh"
    >
      <BotHead view={view} />
      <BotSummary view={view} />
      <BotEquity view={view} />
      <BotPrices view={view} />
      <div className="bot-columns">
        <BotPosition view={view} />
        <BotDrift view={view} />
      </div>
      <BotTrades view={view} />
      <BotLog view={view} />
    </div>
  )
}

function BotPrices({ view }: { view: BotView }) {
  const { t } = useLocale()
  const { row, digits, trades, figures, run } = view
  const { asset, tf, startedAt, cursor } = row
  if (startedAt === null || !run || !isTimeframe(tf)) return null
  const price = (units: number) => toDecimal(wholeUnits(units), digits.priceDigits)
  const marks = trades.rows.map((trade): TradeMark => [trade.time, trade.side === 'buy' ? 1 : -1, price(trade.price)])
  const waiting = run.desk.orders.flatMap((order): PriceLevel[] =>
    order.kind === 'market'
      ? []
      : [{ label: reasonText(t, order.reason), price: price(order.price), kind: order.side }],
  )
  const entry: PriceLevel[] = figures.position
    ? [{ label: t('botPage.paid'), price: price(figures.position.paidPrice), kind: 'entry' }]
    : []
  return (
    // The chart is not morphed: new props would recreate the chart and lose its scroll position.
    <div hx-morph-skip="">
      <Panel id="prices" title={t('botPage.prices')}>
        <PriceChartView
          asset={asset}
          tf={tf}
          from={startedAt - (startedAt % minuteMs)}
          to={cursor + minuteMs}
          priceDigits={digits.priceDigits}
          trades={marks.reverse()}
          levels={[...entry, ...waiting]}
        />
      </Panel>
    </div>
  )
}

function BotLog({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { log, places, address, digits } = view
  const last = log.rows.at(-1)
  const older = log.hasOlder && last ? { ...places, log: { time: last.time, part: last.part } } : undefined
  return (
    <Panel id="log" title={t('botPage.log')} text={t('botPage.logText')}>
      <nav className="chips" aria-label={t('botPage.logFilter')}>
        {[false, true].map((led) => {
          const at = localised(locale, address) + placesQuery({ ...places, log: undefined, led })
          return (
            <a
              key={String(led)}
              id={led ? 'log-led' : 'log-all'}
              className="chip"
              href={`${at}#log-title`}
              aria-current={places.led === led ? 'true' : undefined}
            >
              {t(led ? 'botPage.logLed' : 'botPage.logAll')}
            </a>
          )
        })}
      </nav>
      {log.rows.length === 0 ? (
        <p className="panel-text">{t(places.led ? 'botPage.noLogLed' : 'botPage.noLog')}</p>
      ) : (
        <ol className="bot-log">
          {log.rows.map(({ time, part, entry }) => (
            <li key={`${time}.${part}`} id={`log-${time}-${part}`} data-kind={entry.kind}>
              <time dateTime={new Date(entry.time).toISOString()}>{formatTime(locale, entry.time)}</time>
              <div>
                <EntryText entry={entry} digits={digits} strategy={view.plan.strategy} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <PageLinks
        id="log"
        address={address}
        older={older}
        newest={places.log === undefined ? undefined : { ...places, log: undefined }}
      />
    </Panel>
  )
}

function BotSummary({ view: { figures, quote } }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { equity, profit, profitShare, realised, unrealised, buyAndHold, maxDrawdown, winRate, fees } = figures
  const result = (money: number, share?: number) => (
    <span className="change" data-direction={directionOf(money)}>
      {formatGain(locale, money)}
      {share !== undefined && <small> {formatShare(locale, share)}</small>}
    </span>
  )
  const unknown = <span aria-hidden="true">—</span>
  const entries = [
    [t('botPage.equity'), `${formatMoney(locale, equity)} ${quote}`],
    [t('botPage.profit'), result(profit, profitShare)],
    [t('botPage.today'), figures.dayProfit === undefined ? unknown : result(figures.dayProfit)],
    [t('botPage.realised'), result(realised)],
    [t('botPage.unrealised'), result(unrealised)],
    [t('botPage.buyAndHold'), buyAndHold === undefined ? unknown : formatShare(locale, buyAndHold)],
    [t('botPage.maxDrawdown'), formatShare(locale, -maxDrawdown)],
    [t('botPage.winRate'), winRate === undefined ? unknown : formatPart(locale, winRate)],
    [t('botPage.fees'), formatMoney(locale, fees)],
  ] as const
  return (
    <dl className="tiles bot-tiles" aria-label={t('botPage.figures')}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function BotEquity({ view: { figures, marks, row, quote, startPrice } }: { view: BotView }) {
  const { locale, t } = useLocale()
  const money = (value: number) => value / 10 ** moneyDigits
  const capital = money(row.capital)
  const { price, equity } = figures
  const present = isAlive(row) && price !== undefined ? [{ hour: row.cursor + minuteMs, equity, close: price }] : []
  const points = [...marks, ...present]
  const name = t('botPage.chart')
  return (
    <Panel id="equity" title={name} text={t('botPage.chartText')}>
      {startPrice && points.length > 1 ? (
        <EquityChart
          name={`${name}: ${formatMoney(locale, figures.equity)} ${quote}`}
          times={points.map(({ hour }) => hour)}
          curves={[
            { label: t('botPage.equity'), look: 'main', values: points.map(({ equity }) => money(equity)) },
            {
              label: t('botPage.buyAndHold'),
              look: 'reference',
              values: points.map(({ close }) => (capital * close) / startPrice),
            },
          ]}
          capital={capital}
        />
      ) : (
        <p className="panel-text">{t('botPage.chartEmpty')}</p>
      )}
    </Panel>
  )
}
