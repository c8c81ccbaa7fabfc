import { AssetChart } from '../charts/asset/asset-chart.island.tsx'
import { chartQuery } from '../charts/chart-state.ts'
import type { ChartWords } from '../charts/words.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import type { MarketState } from '../market/asset-state.ts'
import { rowOf } from '../market/candle.ts'
import { href, paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Island } from '../ui/island.tsx'
import { StartCard } from './start-card.tsx'
import type { StartChartView } from './start-view.ts'

export interface StartChartProps {
  chart: StartChartView
  words: ChartWords
  market: MarketState
}

export function StartChart({ chart: { instrument, tf, candles }, words, market }: StartChartProps) {
  const { locale, t } = useLocale()
  const { asset, base, quote } = instrument
  const query = chartQuery({ asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] })
  const about = { asset, market, words: assetStatusWords(t) }
  const more = { path: paths.charts + query, text: t('market.start.openChart') }
  return (
    <StartCard id="chart" title={t('market.start.chart', { pair: `${base}/${quote}` })} more={more}>
      {candles.length === 0 ? (
        <EmptyState icon="i-lucide-hourglass" title={assetStatusOf(market, asset, about.words).empty} isSmall />
      ) : (
        <Island name="asset-chart">
          <AssetChart
            asset={instrument}
            tf={tf}
            rows={candles.map((candle) => rowOf(candle, instrument))}
            locale={locale}
            words={words}
            address={localised(locale, href(paths.enigmaAsset, { asset }))}
            about={about}
          />
        </Island>
      )}
    </StartCard>
  )
}
