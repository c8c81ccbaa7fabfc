import { useEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { Candle } from '../candle.ts'
import type { ChartAsset } from './chart-props.ts'
import type { ChartState } from './chart-state.ts'
import type { DrawingDesk } from './drawing-desk.ts'
import type { IndicatorChoice } from './indicators/catalog.ts'
import { LayoutCell, type ShownChart } from './layout-cell.tsx'
import type { Workspace } from './layout-use.ts'
import type { SeriesColors } from './palette.ts'
import { linkCharts, linkedView } from './sync.ts'
import type { ChartWords } from './words.ts'

export interface LayoutGridProps {
  workspace: Workspace
  desk: DrawingDesk
  assets: readonly ChartAsset[]
  /** The charts of the page as it came, and what it has brought for each of them, ascending */
  first: readonly ChartState[]
  brought: readonly (readonly Candle[])[]
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  removal(choice: IndicatorChoice): string
  onRemove?: ((choice: IndicatorChoice) => void) | undefined
  /** The active chart is there, is another one, or gone */
  onShow(chart: ShownChart | undefined): void
}

/** One, two or four charts; what is common to them. */
export function LayoutGrid(props: LayoutGridProps) {
  const { workspace, desk, assets, first, brought, colors, locale, words, removal, onRemove, onShow } = props
  const { arrangement, active } = workspace
  const [shown, setShown] = useState<readonly (ShownChart | undefined)[]>([])
  const count = arrangement.charts.length
  const current = shown[active]
  const latest = useRef(active)
  useEffect(() => {
    latest.current = active
  })
  useEffect(() => {
    onShow(current)
    if (current) desk.activate(current.layer.easel)
  }, [current, desk, onShow])
  useEffect(() => {
    const panes = shown.slice(0, count).map((chart) => {
      return chart && { view: linkedView(chart.pane.view), candles: chart.pane.candles }
    })
    const present = panes.flatMap((pane) => pane ?? [])
    if (!arrangement.isLinked || present.length < 2) return
    // Which chart leads is found out by use: another active one alone moves nothing.
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
              candles={(isSameMarket(state, first[number]) && brought[number]) || none}
              desk={desk}
              colors={colors}
              locale={locale}
              words={words}
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

/** Charts are known by where they stand. */
const places = [0, 1, 2, 3]

const none: readonly Candle[] = []

function isSameMarket(state: ChartState, other: ChartState | undefined): boolean {
  return state.asset === other?.asset && state.tf === other.tf
}
