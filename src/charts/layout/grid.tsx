import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { AssetStatus } from '../../live/asset-status.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { DrawingDesk } from '../drawing/desk.ts'
import type { ChartWords } from '../words.ts'
import { LayoutCell, type ShownChart } from './cell.tsx'
import type { Workspace } from './use-workspace.ts'

export interface LayoutGridProps {
  workspace: Workspace
  desk: DrawingDesk
  assets: readonly ChartAsset[]
  initialCharts: readonly ChartState[]
  initialCandles: readonly (readonly DecimalCandle[])[]
  /** Time that the first chart shows at first, ms UTC */
  moment: number | undefined
  supply?: CandleSupply | null | undefined
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  standing(asset: string): AssetStatus
  /** Address of the page */
  address: string
  /** Whether charts are changed without a page load */
  isReady: boolean
  onShow(chart: ShownChart | undefined): void
}

export function LayoutGrid(props: LayoutGridProps) {
  const { workspace, desk, assets, initialCharts, initialCandles, colors, locale, words, address, isReady, onShow } =
    props
  const { arrangement, active } = workspace
  const [shown, setShown] = useState<readonly (ShownChart | undefined)[]>([])
  const count = arrangement.charts.length
  const current = shown[active]
  const latest = useRef(active)
  // The active chart is stored in a layout effect, because the next key or pointer event may come before the frame is
  // painted.
  useLayoutEffect(() => {
    latest.current = active
  })
  useEffect(() => {
    onShow(current)
    if (current) desk.activate(current.layer.drawableChart)
  }, [current, desk, onShow])
  useEffect(() => {
    const panes = shown.slice(0, count).flatMap((chart) => chart?.pane ?? [])
    if (!arrangement.isLinked || panes.length < 2) return
    let [isLinked, unlink] = [true, () => {}]
    import('../later.ts').then(({ linkPanes }) => {
      // The active chart is read through the ref, so that activating another chart does not link the charts again and
      // move their ranges.
      if (isLinked) unlink = linkPanes(panes, shown[latest.current]?.pane)
    }, reportError)
    return () => {
      isLinked = false
      unlink()
    }
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
              moment={number === 0 ? props.moment : undefined}
              supply={props.supply}
              desk={desk}
              colors={colors}
              locale={locale}
              words={words}
              empty={props.standing(state.asset).empty}
              to={{ state, address, colors, go: isReady ? (next) => workspace.go(next, number) : undefined }}
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
