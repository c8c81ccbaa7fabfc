import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BacktestReport } from '../analysis/backtest-service.ts'
import { noTradesText } from '../backtest/no-trades.ts'
import type { Statistics } from '../backtest/statistics.ts'
import { directionOf, formatPart, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import type { TradeMark } from '../drawing/marked-chart.ts'
import { PriceChartView } from '../drawing/price-chart-view.tsx'
import { moneyDigits } from '../engine/money.ts'
import { MonteCarloTable, WalkForwardTable, YearsTable } from './backtest-luck.tsx'
import { BacktestWarnings } from './backtest-notices.tsx'
import { BacktestTrades } from './backtest-trades.tsx'
import { figureNames, figureText } from './figures.ts'

export interface BacktestResultProps {
  report: BacktestReport
  /** Number of the shown page of trades, from 1 */
  page: number
  links: ResultLinks
}

export interface ResultLinks {
  /** Address of the bot form; for visitors, of the registration or sign-in that leads to it */
  bot: string
  /** Absent for visitors */
  sweep?: string
  trades: string
  page(number: number): string
  /** Address of the sign-in for visitors who have an account; absent for users */
  login?: string
  isSignUpOpen?: boolean | undefined
}

/** Max trades marked on the price chart; the table of trades has all. */
const markedTrades = 1000

export function BacktestResult({ report, page, links }: BacktestResultProps) {
  const { t } = useLocale()
  const { request, instrument, analysis } = report
  const { statistics, years, monteCarlo, walkForward } = analysis
  const { quote } = instrument
  return (
    <div className="trial-outcome">
      <BacktestSummary report={report} links={links} />
      <Panel title={t('backtest.statistics')}>
        <BacktestFigures statistics={statistics} quote={quote} />
      </Panel>
      <Panel title={t('backtest.onChart')}>
        <PriceChartView
          asset={request.asset}
          tf={request.tf}
          from={request.from}
          to={request.to}
          priceDigits={instrument.priceDigits}
          trades={marksOf(report)}
        />
      </Panel>
      <Panel id="trades" title={t('backtest.trades')}>
        <BacktestTrades report={report} page={page} addressOf={links.page} />
        {report.trades.time.length > 0 && (
          <p>
            <a className="trial-link" href={links.trades} download>
              {t('backtest.csv')}
            </a>
          </p>
        )}
      </Panel>
      <Panel title={t('backtest.months')}>
        <YearsTable years={years} />
      </Panel>
      {monteCarlo && (
        <Panel title={t('backtest.monteCarlo')}>
          <MonteCarloTable monteCarlo={monteCarlo} quote={quote} />
        </Panel>
      )}
      <Panel title={t('backtest.walkForward')}>
        {walkForward ? (
          <WalkForwardTable walkForward={walkForward} />
        ) : (
          <EmptyState icon="i-lucide-chart-line" title={t('backtest.tooShort')} isSmall />
        )}
      </Panel>
    </div>
  )
}

function BacktestSummary({ report, links }: Omit<BacktestResultProps, 'page'>) {
  const { locale, t } = useLocale()
  return (
    <section className="panel" aria-labelledby="trial-heading">
      <h2 id="trial-heading">{t('backtest.result')}</h2>
      <Headline report={report} />
      {report.noTrades && (
        <Notice kind="warning">
          {t('backtest.noTrades')}. {noTradesText(locale, report.noTrades, report.instrument)}
        </Notice>
      )}
      <BacktestWarnings warnings={report.analysis.warnings} strategy={report.request.strategy} />
      <BacktestEquity report={report} />
      <div className="trial-acts">
        <Button href={links.bot} icon="i-lucide-bot">
          {t('backtest.startBot')}
        </Button>
        {links.sweep && (
          <Button href={links.sweep} kind="quiet" icon="i-lucide-grid-3x3">
            {t('backtest.sweepThese')}
          </Button>
        )}
      </div>
      {links.login && <HowToSave login={links.login} isSignUpOpen={links.isSignUpOpen} />}
    </section>
  )
}

export type HowToSaveProps = Pick<ResultLinks, 'login' | 'isSignUpOpen'>

/** Says what a visitor has to do before the settings become a bot. */
export function HowToSave({ login, isSignUpOpen }: HowToSaveProps) {
  const { t } = useLocale()
  if (!isSignUpOpen) return <p className="trial-text">{t('backtest.try.savedBySignIn')}</p>
  return (
    <p className="trial-text">
      {t('backtest.try.savedBySignUp')} {t('auth.haveAccount')}{' '}
      <a className="trial-link" href={login}>
        {t('auth.signIn')}
      </a>
    </p>
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

function Headline({ report: { analysis } }: Pick<BacktestResultProps, 'report'>) {
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

function BacktestEquity({ report }: Pick<BacktestResultProps, 'report'>) {
  const { locale, t } = useLocale()
  const { request, curves, analysis, capital } = report
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

function marksOf({ trades, instrument }: BacktestReport): TradeMark[] {
  const first = Math.max(0, trades.time.length - markedTrades)
  return Array.from(trades.time.subarray(first), (time, index): TradeMark => {
    const at = first + index
    return [time, trades.side[at] ?? 0, toDecimal(wholeUnits(trades.price[at] ?? 0), instrument.priceDigits)]
  })
}

interface BacktestFiguresProps {
  statistics: Statistics
  quote: string
}

function BacktestFigures({ statistics, quote }: BacktestFiguresProps) {
  const { locale, t } = useLocale()
  const direction = (name: string) => (name === 'profit' ? directionOf(statistics.profit) : undefined)
  return (
    <>
      <dl className="trial-figures">
        {figureNames.map((name) => (
          <div key={name}>
            <dt>{t(`backtest.figures.${name}.name`)}</dt>
            <dd data-direction={direction(name)}>{figureText(name, statistics, { locale, t, quote })}</dd>
          </div>
        ))}
      </dl>
      <details className="trial-meanings fold">
        <summary>{t('backtest.meanings')}</summary>
        <dl>
          {figureNames.map((name) => (
            <div key={name}>
              <dt>{t(`backtest.figures.${name}.name`)}</dt>
              <dd>{t(`backtest.figures.${name}.meaning`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
