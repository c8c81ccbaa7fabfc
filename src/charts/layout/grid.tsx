import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { IndicatorChoice } from '../../indicators/catalog.ts'
import type { AssetStatus } from '../../live/asset-status.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { DrawingDesk } from '../drawing/desk.ts'
import type { ChartWords } from '../words.ts'
import { LayoutCell, type ShownChart } from './cell.tsx'
import { linkCharts, linkedView } from './link-charts.ts'
import type { Workspace } from './use-workspace.ts'

export interface LayoutGridProps {
  workspace: Workspace
  desk: DrawingDesk
  assets: readonly ChartAsset[]
  initialCharts: readonly ChartState[]
  initialCandles: readonly (readonly DecimalCandle[])[]
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  standing(asset: string): AssetStatus
  removal(choice: IndicatorChoice): string
  onRemove?: ((choice: IndicatorChoice) => void) | undefined
  onShow(chart: ShownChart | undefined): void
}

export function LayoutGrid(props: LayoutGridProps) {
  const { workspace, desk, assets, initialCharts, initialCandles, colors, locale, words, removal, onRemove, onShow } =
    props
  const { arrangement, active } = workspace
  const [shown, setShown] = useState<readonly (ShownChart | undefined)[]>([])
  const count = arrangement.charts.length
  const current = shown[active]
  const latest = useRef(active)
  // Layout effect: the next key or pointer event may come before the frame is painted.
  useLayoutEffect(() => {
    latest.current = active
  })
  useEffect(() => {
    onShow(current)
    if (current) desk.activate(current.layer.drawableChart)
  }, [current, desk, onShow])
  useEffect(() => {
    const panes = shown.slice(0, count).map((chart) => {
      return chart && { view: linkedView(chart.pane.view), candles: chart.pane.candles }
    })
    const present = panes.flatMap((pane) => pane ?? [])
    if (!arrangement.isLinked || present.length < 2) return
    // Read `active` through the ref: activating another chart must not relink and move the ranges.
    return linkCharts(present, panes[latest.current] ?? present[0])
  }, [shown, count, arrangement.isLinked])
  return (
    <div className="chart-grid" data-count={count} data-linked={arrangement.isLinked}>
      {places.slice(0, count).map((number) => {
        const state = arrangement.charts[number]
        return (
          state && (
            <LayoutCell
              key={number}
              number={number}
              isActive={number === active}
              isAlone={count === 1}
              state={state}
              asset={assets.find(({ asset }) => asset === state.asset) ?? assets[0]}
              compared={assets.find(({ asset }) => asset === state.compare)}
              candles={(isSameMarket(state, initialCharts[number]) && initialCandles[number]) || none}
              desk={desk}
              colors={colors}
              locale={locale}
              words={words}
              empty={props.standing(state.asset).empty}
              removal={removal}
              onRemove={number === active ? onRemove : undefined}
              onActivate={workspace.activate}
              onShow={setShown}
            />
          )
        )
      })}
    </div>
  )
}

const places = [0, 1, 2, 3]

const none: readonly DecimalCandle[] = []

function isSameMarket(state: ChartState, other: ChartState | undefined): boolean {
  return state.asset === other?.asset && state.tf === other.tf
}
