import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { pairOf } from '../../market/instrument.ts'
import { formatChange } from '../../market/price-format.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { ChartAsset } from '../chart-props.ts'
import { type ChartWords, fill } from '../words.ts'
import type { Comparison } from './compare.ts'
import type { Pane } from './pane.ts'

export interface CompareLegendProps {
  pane: Pane
  asset: ChartAsset
  tf: CandleLength
  supply?: CandleSupply | null | undefined
  locale: Locale
  words: ChartWords
}

export function CompareLegend({ pane, asset, tf, supply, locale, words }: CompareLegendProps) {
  useSignals()
  const [comparison, setComparison] = useState<Comparison>()
  useEffect(() => {
    let made: Comparison | undefined
    let isGone = false
    // The import takes no time: the module is already loaded, because it has created the pane.
    import('./create-pane.ts').then(({ compareWith }) => {
      if (isGone) return
      made = compareWith(pane, asset.asset, { tf, supply })
      setComparison(made)
    })
    return () => {
      isGone = true
      setComparison(undefined)
      made?.dispose()
    }
  }, [pane, asset.asset, tf, supply])
  const change = comparison?.change.value
  const newest = comparison?.state.value.newest ?? 'loading'
  return (
    <p className="compare-legend" data-state={newest} data-asset={asset.asset}>
      <span className="compare-ink" aria-hidden="true" />
      {newest === 'failed' ? (
        <>
          {fill(words.drawing.compareFailed, { pair: pairOf(asset) })}{' '}
          <button type="button" className="chart-button is-text" onClick={() => comparison?.retry()}>
            {words.drawing.retry}
          </button>
        </>
      ) : (
        <>
          <b>{pairOf(asset)}</b> {change === undefined ? '…' : formatChange(locale, change)}
        </>
      )}
    </p>
  )
}
