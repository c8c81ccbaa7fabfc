import { useEffect, useMemo, useState } from 'react'
import type { IndicatorChoice } from '../indicators/catalog.ts'
import type { AssetStatus } from '../live/asset-status.ts'
import { candleOf } from './candles/candle-list.ts'
import type { SeriesColors } from './canvas/palette.ts'
import type { ChartScreenProps } from './chart-props.ts'
import { chartQuery } from './chart-state.ts'
import { withoutIndicator } from './controls/indicator-menu.tsx'
import type { Navigation } from './controls/state-link.tsx'
import { createDrawingDesk } from './drawing/desk.ts'
import { listenForDrawingKeys } from './drawing/keys.ts'
import { DrawingBar } from './drawing/toolbar.tsx'
import type { ShownChart } from './layout/cell.tsx'
import { LayoutGrid } from './layout/grid.tsx'
import type { Workspace } from './layout/use-workspace.ts'

export interface ScreenChartsProps {
  screen: ChartScreenProps
  to: Navigation
  colors: SeriesColors
  chart: ShownChart | undefined
  workspace: Workspace
  standing(asset: string): AssetStatus
  onShow(chart: ShownChart | undefined): void
}

export function ScreenCharts({ screen, to, colors, chart, workspace, standing, onShow }: ScreenChartsProps) {
  const { assets, locale, words } = screen
  const { state, address, go } = to
  const [desk] = useState(() => createDrawingDesk(screen.workspace.owner))
  useEffect(() => listenForDrawingKeys(desk), [desk])
  const initialCandles = useInitialCandles(screen)
  const without = (choice: IndicatorChoice) => ({ ...state, indicators: withoutIndicator(state.indicators, choice) })
  return (
    <>
      <DrawingBar desk={desk} words={words} isReady={chart !== undefined} />
      <LayoutGrid
        workspace={workspace}
        desk={desk}
        assets={assets}
        initialCharts={screen.workspace.arrangement.charts}
        initialCandles={initialCandles}
        colors={colors}
        locale={locale}
        words={words}
        standing={standing}
        removal={(choice) => address + chartQuery(without(choice))}
        onRemove={go && ((choice) => go(without(choice)))}
        onShow={onShow}
      />
    </>
  )
}

function useInitialCandles({ rows, workspace }: ChartScreenProps) {
  return useMemo(() => [rows, ...workspace.others].map((each) => each.map(candleOf)), [rows, workspace])
}
