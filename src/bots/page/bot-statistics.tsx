import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import type { Statistics } from '../backtest/statistics.ts'
import { formatLength, formatRatio } from '../backtest-pages/figures.ts'
import { formatGain, formatShare } from '../bot-numbers.ts'

type StatisticName =
  | Extract<keyof Statistics, 'cagr' | 'sharpe' | 'sortino' | 'calmar' | 'profitFactor' | 'expectancy' | 'exposure'>
  | 'longestDrawdown'
  | 'trades'
  | 'sales'

export function BotStatistics({ statistics }: { statistics: Statistics | undefined }) {
  const { locale, t } = useLocale()
  if (!statistics) return null
  const share = (value: number | undefined) => (value === undefined ? '—' : formatShare(locale, value))
  const { expectancy, longestDrawdownMs } = statistics
  const entries: [name: StatisticName, value: string][] = [
    ['cagr', share(statistics.cagr)],
    ['sharpe', formatRatio(locale, statistics.sharpe)],
    ['sortino', formatRatio(locale, statistics.sortino)],
    ['calmar', formatRatio(locale, statistics.calmar)],
    ['profitFactor', formatRatio(locale, statistics.profitFactor)],
    ['expectancy', expectancy === undefined ? '—' : formatGain(locale, expectancy)],
    ['exposure', share(statistics.exposure).replace('+', '')],
    ['longestDrawdown', formatLength(locale, longestDrawdownMs)],
    ['trades', formatNumber(locale, statistics.trades)],
    ['sales', formatNumber(locale, statistics.sales)],
  ]
  return (
    <Panel id="statistics" title={t('botPage.statistics')} text={t('botPage.statisticsText')}>
      <dl className="tiles bot-tiles">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`botPage.stats.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
