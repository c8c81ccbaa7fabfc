import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { CandleChart } from '../../site/candle-chart.tsx'
import { PriceAxis, roundPrices } from '../../site/price-axis.tsx'
import { chartQuery } from '../chart/chart-state.ts'
import { formatPrice } from '../price-format.ts'
import { StartCard } from './start-card.tsx'
import type { StartChartView } from './start-view.ts'

export interface StartChartProps {
  chart: StartChartView
}

/** The last days of the asset that is watched first, as a picture; the page of charts has the rest. */
export function StartChart({ chart: { asset, candles } }: StartChartProps) {
  const { locale, t } = useLocale()
  const { instrument } = asset
  const pair = `${instrument.base}/${instrument.quote}`
  const query = chartQuery({
    asset: asset.asset,
    tf: 60,
    kind: 'candles',
    scale: 'normal',
    hasVolume: true,
    indicators: [],
  })
  const more = { path: paths.charts + query, text: t('market.start.openChart') }
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) {
    return (
      <StartCard id="chart" title={t('market.start.chart', { pair })} more={more}>
        <p className="start-empty">{t('market.start.noCandles')}</p>
      </StartCard>
    )
  }
  const format = (price: number) => formatPrice(locale, price, instrument.priceDigits)
  const [low, high] = [Math.min(...candles.map(({ low }) => low)), Math.max(...candles.map(({ high }) => high))]
  // Room for the highest wick, and below the lowest for the volumes; a price that never moved has some too.
  const room = (high - low || low) * 0.06
  const [top, bottom] = [high + room, low - 3 * room]
  const lines = roundPrices(top, bottom, 5)
  const words = { pair, low: format(low), high: format(high), last: format(last.close) }
  return (
    <StartCard id="chart" title={t('market.start.chart', { pair })} more={more}>
      <figure className="start-chart">
        <div className="start-chart-picture" role="img" aria-label={t('market.start.chartLabel', words)}>
          <CandleChart candles={candles} top={top} bottom={bottom} lines={lines} />
          <PriceAxis top={top} bottom={bottom} lines={lines} last={last.close} format={format} />
        </div>
        <figcaption>
          <time dateTime={new Date(first.openTime).toISOString()}>{formatTime(locale, first.openTime)}</time>
          <span>{t('market.start.moscowTime')}</span>
          <time dateTime={new Date(last.openTime).toISOString()}>{formatTime(locale, last.openTime)}</time>
        </figcaption>
      </figure>
    </StartCard>
  )
}
