import { useState } from 'react'
import { AssetChart, type AssetChartProps } from '../../charts/asset/asset-chart.island.tsx'
import type { Pane } from '../../charts/pane/pane.ts'
import { TradingLines } from '../../charts/trading/trading-lines.tsx'

export interface PaperChartProps extends Omit<AssetChartProps, 'onPane' | 'children'> {
  /** Explains how lines are moved */
  help: string
}

/** Chart of the asset with the orders and the position of its account */
export function PaperChart({ help, ...chart }: PaperChartProps) {
  const [pane, setPane] = useState<Pane>()
  const { asset, locale, words } = chart
  const lines = { asset: asset.asset, digits: asset.priceDigits, locale, words: words.trading }
  return (
    <>
      <AssetChart {...chart} onPane={setPane}>
        {pane && <TradingLines pane={pane} {...lines} />}
      </AssetChart>
      <p className="paper-told" role="status">
        {pane && help}
      </p>
    </>
  )
}
