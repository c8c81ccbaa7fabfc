import { useLocale } from '../../i18n/context.tsx'
import { minuteMs } from '../../market/timeframe.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import { isAlive } from '../bot-figures.ts'
import { directionOf, formatGain, formatMoney, formatPart, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import { moneyDigits } from '../engine/money.ts'
import type { BotView } from './bot-view.ts'

export function BotSummary({ view: { figures, quote } }: { view: BotView }) {
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

export function BotEquity({ view: { figures, marks, row, quote, startPrice } }: { view: BotView }) {
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
