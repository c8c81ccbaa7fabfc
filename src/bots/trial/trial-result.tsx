import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { noTradesText } from '../backtest/no-trades-text.ts'
import { directionOf, formatPart, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import type { TradeMark } from '../drawing/marked-chart.ts'
import { PriceChartView } from '../drawing/price-chart-view.tsx'
import { moneyDigits } from '../engine/money.ts'
import { TrialFigures } from './trial-figures.tsx'
import { TrialMonteCarlo, TrialWalkForward, TrialYears } from './trial-luck.tsx'
import { TrialTrades } from './trial-trades.tsx'
import { TrialWarnings } from './trial-warnings.tsx'
import type { Trial } from './trials.ts'

export interface TrialResultProps {
  trial: Trial
  /** Page of the trades, from 1 */
  page: number
  links: { bot: string; sweep: string; trades: string; page(number: number): string }
}

/** Max trades marked on the price chart; the table has all. */
const markedTrades = 1000

export function TrialResult({ trial, page, links }: TrialResultProps) {
  const { t } = useLocale()
  const { request, instrument, analysis } = trial
  const { statistics, years, monteCarlo, walkForward } = analysis
  const { quote } = instrument
  return (
    <div className="trial-outcome">
      <TrialSummary trial={trial} links={links} />
      <Panel title={t('backtest.statistics')}>
        <TrialFigures statistics={statistics} quote={quote} />
      </Panel>
      <Panel title={t('backtest.onChart')}>
        <PriceChartView
          asset={request.asset}
          tf={request.tf}
          from={request.from}
          to={request.to}
          priceDigits={instrument.priceDigits}
          trades={marksOf(trial)}
        />
      </Panel>
      <Panel id="trades" title={t('backtest.trades')}>
        <TrialTrades trial={trial} page={page} addressOf={links.page} />
        {trial.trades.time.length > 0 && (
          <p>
            <a className="trial-link" href={links.trades} download>
              {t('backtest.csv')}
            </a>
          </p>
        )}
      </Panel>
      <Panel title={t('backtest.months')}>
        <TrialYears years={years} />
      </Panel>
      {monteCarlo && (
        <Panel title={t('backtest.monteCarlo')}>
          <TrialMonteCarlo monteCarlo={monteCarlo} quote={quote} />
        </Panel>
      )}
      <Panel title={t('backtest.walkForward')}>
        {walkForward ? (
          <TrialWalkForward walkForward={walkForward} />
        ) : (
          <EmptyState icon="i-lucide-chart-line" title={t('backtest.tooShort')} isSmall />
        )}
      </Panel>
    </div>
  )
}

function TrialSummary({ trial, links }: Omit<TrialResultProps, 'page'>) {
  const { locale, t } = useLocale()
  return (
    <section className="panel" aria-labelledby="trial-heading">
      <h2 id="trial-heading">{t('backtest.result')}</h2>
      <Headline trial={trial} />
      {trial.noTrades && (
        <Notice kind="warning">
          {t('backtest.noTrades')}. {noTradesText(locale, trial.noTrades, trial.instrument)}
        </Notice>
      )}
      <TrialWarnings warnings={trial.analysis.warnings} strategy={trial.request.strategy} />
      <TrialEquity trial={trial} />
      <div className="trial-acts">
        <Button href={links.bot} icon="i-lucide-bot">
          {t('backtest.startBot')}
        </Button>
        <Button href={links.sweep} kind="quiet" icon="i-lucide-grid-3x3">
          {t('backtest.sweepThese')}
        </Button>
      </div>
    </section>
  )
}

function Panel({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <div className="panel" id={id}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

function Headline({ trial: { analysis } }: Pick<TrialResultProps, 'trial'>) {
  const { locale, t } = useLocale()
  const { statistics, other, randomEntries } = analysis
  return (
    <dl className="trial-headline">
      <div>
        <dt>{t('backtest.headline.profit')}</dt>
        <dd data-direction={directionOf(statistics.profit)}>{formatShare(locale, statistics.profitShare)}</dd>
      </div>
      {other && (
        <div>
          <dt>{t(`backtest.headline.${other.order}`)}</dt>
          <dd>{formatShare(locale, other.profitShare)}</dd>
        </div>
      )}
      <div>
        <dt>{t('backtest.headline.hold')}</dt>
        <dd>{formatShare(locale, statistics.buyAndHold)}</dd>
      </div>
      {randomEntries && (
        <div>
          <dt>{t('backtest.headline.luck', { runs: randomEntries.runs })}</dt>
          <dd>{formatPart(locale, randomEntries.beaten)}</dd>
        </div>
      )}
      <div>
        <dt>{t('backtest.headline.fall')}</dt>
        <dd>{formatShare(locale, -statistics.maxDrawdown)}</dd>
      </div>
    </dl>
  )
}

function TrialEquity({ trial }: Pick<TrialResultProps, 'trial'>) {
  const { locale, t } = useLocale()
  const { request, curves, analysis, capital } = trial
  const { statistics, randomEntries: luck } = analysis
  const money = (values: Float64Array) => values.map((value) => value / 10 ** moneyDigits)
  const [own, other] =
    request.order === 'nearest' ? (['nearest', 'pessimistic'] as const) : (['pessimistic', 'nearest'] as const)
  return (
    <EquityChart
      name={t('backtest.equityName', {
        profit: formatShare(locale, statistics.profitShare),
        hold: formatShare(locale, statistics.buyAndHold),
        fall: formatShare(locale, -statistics.maxDrawdown),
      })}
      times={curves.time}
      capital={capital / 10 ** moneyDigits}
      curves={[
        { label: t(`backtest.curves.${own}`), look: 'main', values: curves.equity },
        { label: t(`backtest.curves.${other}`), look: 'second', values: curves.other },
        { label: t('backtest.curves.hold'), look: 'reference', values: curves.hold },
      ]}
      band={
        luck && {
          label: t('backtest.curves.luck', { runs: luck.runs }),
          times: luck.time,
          low: money(luck.low),
          middle: money(luck.middle),
          high: money(luck.high),
        }
      }
    />
  )
}

function marksOf({ trades, instrument }: Trial): TradeMark[] {
  const first = Math.max(0, trades.time.length - markedTrades)
  return Array.from(trades.time.subarray(first), (time, index): TradeMark => {
    const at = first + index
    return [time, trades.side[at] ?? 0, toDecimal(wholeUnits(trades.price[at] ?? 0), instrument.priceDigits)]
  })
}
