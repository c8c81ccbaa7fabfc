import { useMemo, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { type AboutAsset, useAssetStatus } from '../../live/use-tick.ts'
import type { CandleRow } from '../../market/candle.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { candleOf } from '../candles/candle-list.ts'
import type { ChartAsset } from '../chart-props.ts'
import { type ChartState, favoriteTimeframes } from '../chart-state.ts'
import { ChartPane, type ChartPaneProps } from '../pane/chart-pane.tsx'
import type { ChartWords } from '../words.ts'

/** Props of the chart of one asset; `children` are drawn over the candles. */
export interface AssetChartProps extends Pick<ChartPaneProps, 'onPane' | 'children'> {
  asset: ChartAsset
  tf: Timeframe
  rows: CandleRow[]
  locale: Locale
  words: ChartWords
  address: string
  about: AboutAsset
}

/** Empty values as constants, so that props keep their identity across renders. */
const noColors = {}
const noCandles: [] = []

/**
 * Shows the chart of one asset. Links to other timeframes work without scripts; with scripts, a click replaces only the
 * chart.
 */
export function AssetChart({ asset, tf, rows, locale, words, address, about, ...more }: AssetChartProps) {
  const { empty } = useAssetStatus(about)
  const [shown, setShown] = useState(tf)
  const first = useMemo(() => rows.map(candleOf), [rows])
  const state = useMemo(() => stateOf(asset.asset, shown), [asset.asset, shown])
  return (
    <div className="asset-chart">
      <nav className="asset-chart-timeframes" aria-label={words.timeframe}>
        {favoriteTimeframes.map((own) => (
          <a
            key={own}
            href={`${address}?tf=${own}`}
            aria-current={own === shown ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              setShown(own)
            }}
          >
            {words[`tf${own}`]}
          </a>
        ))}
      </nav>
      <ChartPane
        asset={asset}
        state={state}
        candles={shown === tf ? first : noCandles}
        colors={noColors}
        locale={locale}
        words={words}
        empty={empty}
        {...more}
      />
      {/* The chart library's license requires this link; the charts page has the full notice. */}
      <a className="asset-chart-library" href="https://www.tradingview.com/" rel="noopener" target="_blank">
        {words.attribution}
      </a>
    </div>
  )
}

function stateOf(asset: string, tf: Timeframe): ChartState {
  return { asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] }
}
