import type { ChartWords } from '../../charts/words.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { assetStatusWords } from '../../live/asset-status.ts'
import type { MarketState } from '../../market/asset-state.ts'
import { type Candle, rowOf } from '../../market/candle.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { Island } from '../../ui/island.tsx'
import { PaperChart } from './paper-chart.island.tsx'
import { linesOf } from './paper-lines.ts'
import type { AccountView } from './paper-view.ts'

export interface PaperChartPanelProps {
  view: AccountView
  state: MarketState
  chart: { tf: Timeframe; candles: readonly Candle[]; words: ChartWords }
}

export function PaperChartPanel({ view, state, chart }: PaperChartPanelProps) {
  const { locale, t } = useLocale()
  const { instrument, scale } = view
  const { asset } = instrument
  const lineWords = {
    label: t('paper.lines.label', { name: '{{name}}', price: '{{price}}' }),
    undo: t('paper.lines.undo'),
    refused: t('paper.lines.refused'),
    offline: t('paper.lines.offline'),
    help: t('paper.lines.help'),
  }
  return (
    <section className="panel paper-chart-panel" aria-label={t('paper.chart')}>
      <Island name="paper-chart" when="load">
        <PaperChart
          asset={instrument}
          tf={chart.tf}
          rows={chart.candles.map((candle) => rowOf(candle, instrument))}
          locale={locale}
          words={chart.words}
          address={localised(locale, href(paths.paperAsset, { asset }))}
          about={{ asset, market: state, words: assetStatusWords(t) }}
          lines={linesOf(view, t)}
          priceStep={toDecimal(wholeUnits(scale.priceStep), scale.priceDigits)}
          orders={localised(locale, href(paths.paperOrders, { asset }))}
          lineWords={lineWords}
        />
      </Island>
    </section>
  )
}
