import { useMemo, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { CandleRow } from '../candle.ts'
import { candleOf } from '../chart/candle-list.ts'
import { ChartPane } from '../chart/chart-pane.tsx'
import type { ChartAsset } from '../chart/chart-props.ts'
import type { ChartState } from '../chart/chart-state.ts'
import type { ChartWords } from '../chart/words.ts'
import { type Timeframe, timeframes } from '../timeframe.ts'

export interface AssetChartProps {
  asset: ChartAsset
  /** What the page was made with */
  tf: Timeframe
  /** Its newest candles, ascending */
  rows: CandleRow[]
  locale: Locale
  words: ChartWords
  /** The page's own */
  address: string
}

/** Nothing that is drawn anew for every render */
const noColors = {}
const noCandles: [] = []
/** There are no indicators to take away. */
const noRemoval = () => ''

/** The asset's candles, live; other timeframes are links that change only the chart. */
export function AssetChart({ asset, tf, rows, locale, words, address }: AssetChartProps) {
  const [shown, setShown] = useState(tf)
  const first = useMemo(() => rows.map(candleOf), [rows])
  const state = useMemo(() => stateOf(asset.asset, shown), [asset.asset, shown])
  return (
    <div className="asset-chart">
      <nav className="asset-chart-timeframes" aria-label={words.timeframe}>
        {timeframes.map((own) => (
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
        removal={noRemoval}
      />
      {/* As the library's licence asks; the screen of charts has its notice in full. */}
      <a className="asset-chart-library" href="https://www.tradingview.com/" rel="noopener" target="_blank">
        {words.attribution}
      </a>
    </div>
  )
}

function stateOf(asset: string, tf: Timeframe): ChartState {
  return { asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] }
}
